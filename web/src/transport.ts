// Who answers: the server that the page comes from, or, in the static site (`make site`), the program in workers of this browser.
import { client } from './settings.svelte';

/** Is this the static site? The build knows. */
export const SITE = import.meta.env.MODE === 'site';

const office = import.meta.env.MODE === 'site' ? import('./site/office') : null;

/** What the page uses of a WebSocket. */
export type Socket = Pick<WebSocket, 'send' | 'close'> & {
  onopen: (() => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
  onclose: (() => void) | null;
};

/** A request to the interface. */
export const ask = async (path: string, init?: RequestInit): Promise<Response> =>
  office ? (await office).ask(path, init) : fetch(`/api${path}`, init);

/** The live connection. Within the browser it is never lost. */
export function connect(): Socket {
  if (!office) {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    return new WebSocket(`${scheme}://${location.host}/api/ws?client=${client()}`) as Socket;
  }
  const socket: Socket = {
    onopen: null,
    onmessage: null,
    onclose: null,
    send: (text) => void office.then(({ hear }) => hear(text as string)),
    close: () => socket.onclose?.(),
  };
  void office.then(({ listen }) => {
    listen((data) => socket.onmessage?.({ data }));
    socket.onopen?.();
  });
  return socket;
}

/** The address of a picture or a file that comes from the interface. */
export function address(path: string): string | Promise<string> {
  if (!office) return `/api${path}`;
  return ask(path).then(async (response) => URL.createObjectURL(await response.blob()));
}

// What the static site does besides: its addresses are behind a #, since a plain file server knows one page; files come from the
// program in the browser; and it works without a network after the first visit.
import { ask } from './office';

/** Links within the page lead to the page, also when they are opened in another tab. They are seen to when somebody comes near. */
function toHash(event: Event) {
  const link = (event.target as Element | null)?.closest?.('a[href^="/"]:not([href^="/api/"])');
  link?.setAttribute('href', `#${link.getAttribute('href')}`);
}

async function save(link: HTMLAnchorElement) {
  const response = await ask((link.getAttribute('href') ?? '').slice('/api'.length));
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'kiebitz';
  const file = document.createElement('a');
  file.href = URL.createObjectURL(await response.blob());
  file.download = name;
  file.click();
  setTimeout(() => URL.revokeObjectURL(file.href), 60_000);
}

export function begin() {
  for (const near of ['pointerover', 'pointerdown', 'focusin']) document.addEventListener(near, toHash, true);
  document.addEventListener(
    'click',
    (event) => {
      const link = (event.target as Element | null)?.closest?.('a');
      const href = link?.getAttribute('href') ?? '';
      if (link && href.startsWith('/api/')) {
        event.preventDefault();
        void save(link);
      } else if (link && href.startsWith('#') && !href.startsWith('#/')) {
        event.preventDefault();
        document.getElementById(href.slice(1))?.focus();
      }
    },
    true,
  );
  // Where browsers have none, on an address without TLS for instance, the site works as long as the network does.
  if (import.meta.env.PROD) void navigator.serviceWorker?.register('./sw.js').catch(() => undefined);
}

// The program inside a worker. It is asked one thing at a time, and says what it finds meanwhile. Nothing can tell a worker that
// computes to stop: memory that it would share with the page needs headers that a plain file server does not send. So each piece of
// work comes with the address of an object that the page revokes when the work is not wanted any more, and the program looks for it
// now and then.

/** What comes in: the program, or work for it. */
export type Work = { program: WebAssembly.Module } | { call: object; token: string };

/** What goes out. */
export type Told = { said: string } | { failed: string } | { head: string; body: Uint8Array<ArrayBuffer> };

interface Program {
  memory: WebAssembly.Memory;
  room(length: number): number;
  answer(): number;
  length(): number;
}

let compiled: WebAssembly.Module | null = null;
let program: Program | null = null;
let token = '';
let words = '';

const tell = (told: Told, moved: Transferable[] = []) => postMessage(told, { transfer: moved });
const bytes = (place: number, length: number) => new Uint8Array(program!.memory.buffer, place, length);
const text = (place: number, length: number) => new TextDecoder().decode(bytes(place, length));

function isGone(address: string): boolean {
  try {
    const look = new XMLHttpRequest();
    look.open('GET', address, false);
    look.send();
    return look.status >= 400;
  } catch {
    return true;
  }
}

const imports = {
  kiebitz: {
    now: () => performance.now(),
    today: () => Date.now(),
    chance: () => Math.random(),
    stopped: () => Number(isGone(token)),
    say: (place: number, length: number) => tell({ said: text(place, length) }),
    panicked: (place: number, length: number) => (words = text(place, length)),
  },
};

function begin(): Program {
  return new WebAssembly.Instance(compiled!, imports).exports as unknown as Program;
}

onmessage = ({ data }: MessageEvent<Work>) => {
  if ('program' in data) {
    compiled = data.program;
    return;
  }
  token = data.token;
  words = '';
  try {
    program ??= begin();
    const asked = new TextEncoder().encode(JSON.stringify(data.call));
    const room = program.room(asked.length);
    bytes(room, asked.length).set(asked);
    const place = program.answer();
    const answer = bytes(place, program.length()).slice();
    const end = answer.indexOf(10);
    const body = answer.slice(end + 1);
    tell({ head: new TextDecoder().decode(answer.subarray(0, end)), body }, [body.buffer]);
  } catch (problem) {
    // The page ends this worker: what panicked is not looked at again.
    tell({ failed: words || String(problem) });
  }
};

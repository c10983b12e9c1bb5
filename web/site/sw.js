// Keeps the whole site in the browser, so that it works without a network. The build fills in what there is; another version is
// another file, and takes over when no tab of the old one is left.
const VERSION = '__VERSION__';
const FILES = __FILES__;
const PROGRAMS = __PROGRAMS__;
const WHOLE = __WHOLE__;
const SIMD = [
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
];
const NAME = `kiebitz-${new URL(registration.scope).pathname}-`;

addEventListener('install', (event) => {
  const program = WebAssembly.validate(new Uint8Array(SIMD)) ? PROGRAMS.simd : PROGRAMS.plain;
  // A program that was damaged on its way is not kept: the browser compares what arrives with what was built.
  const whole = new Request(program, { integrity: WHOLE[program] });
  event.waitUntil(caches.open(NAME + VERSION).then((cache) => cache.addAll(['./', ...FILES, whole])));
});

addEventListener('activate', (event) => {
  const old = (name) => name.startsWith(NAME) && name !== NAME + VERSION;
  const clean = caches.keys().then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name))));
  event.waitUntil(clean.then(() => clients.claim()));
});

addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || !request.url.startsWith(registration.scope)) return;
  const kept = caches.open(NAME + VERSION).then((cache) => cache.match(request.mode === 'navigate' ? './' : request));
  event.respondWith(kept.then((response) => response ?? fetch(request)));
});

// How fast the program of the static site is beside the native one: the same searches to the same number of nodes on one thread, in
// turn, by processor time. node site/speed.mjs PROGRAM.wasm KIEBITZ [NODES]
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const [file, native, most = '1000000'] = process.argv.slice(2);
if (!file || !native) {
  console.error('usage: node site/speed.mjs PROGRAM.wasm KIEBITZ [NODES]');
  process.exit(2);
}
const SEARCHES = [
  ['chess', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'],
  ['chess', 'r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8'],
  ['chess', '8/5pk1/1p2p1p1/p1p1P3/P1P2PPK/1P6/8/8 w - - 0 40'],
  ['othello', null],
  ['draughts', null],
];

let program;
const text = (place, length) => new TextDecoder().decode(new Uint8Array(program.memory.buffer, place, length));
const imports = {
  kiebitz: {
    now: () => performance.now(),
    today: () => Date.now(),
    chance: () => 0.5,
    stopped: () => 0,
    say: () => undefined,
    panicked: (place, length) => console.error(text(place, length)),
  },
};
program = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(file)), imports).exports;

function ask(call) {
  const asked = new TextEncoder().encode(JSON.stringify(call));
  const room = program.room(asked.length);
  new Uint8Array(program.memory.buffer, room, asked.length).set(asked);
  const place = program.answer();
  return text(place, program.length());
}

let id = 0;
function here(game, position, nodes) {
  const limits = { nodes, time_ms: 120_000 };
  ask({ do: 'search', ask: { do: 'analyse', id: (id += 1), game, position, moves: [], hash: 64, limits } });
}

function there(game, position, nodes) {
  const place = position ? ['--position', position] : [];
  const before = process.resourceUsage();
  const done = spawnSync(native, ['search', game, ...place, '--nodes', String(nodes), '--hash', '64', '--json'], {
    encoding: 'utf8',
  });
  if (done.status !== 0) throw new Error(done.stderr);
  return [JSON.parse(done.stdout), before];
}

const children = () => {
  // Processor time of the programs that were started and have ended, in clock ticks of a hundredth of a second.
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ');
  return Number(fields[13]) * 10_000;
};

const nodes = Number(most);
let [sumHere, sumThere] = [0, 0];
for (const [game, position] of SEARCHES) {
  // The browser makes fast code of what is hot: not at once.
  here(game, position, nodes);
  let [mine, its] = [0, 0];
  for (let round = 0; round < 3; round += 1) {
    const before = process.cpuUsage();
    here(game, position, nodes);
    mine += process.cpuUsage(before).user;
    const began = children();
    there(game, position, nodes);
    its += children() - began;
  }
  [sumHere, sumThere] = [sumHere + mine, sumThere + its];
  const speed = (time) => `${Math.round((3 * nodes) / (time / 1000))}k/s`;
  console.log(`${game} ${position ?? ''}: ${speed(mine)} beside ${speed(its)}, ${((100 * its) / mine).toFixed(0)} %`);
}
console.log(`all together ${((100 * sumThere) / sumHere).toFixed(0)} %`);

// The licences of the page's libraries, from web/package-lock.json and what is installed; and which of them run scripts when installed.
import { existsSync, readFileSync } from 'node:fs';

// What is in the built page must be compatible with GPL-3.0-or-later; what only builds and tests it, free.
const ALLOWED = [
  ...['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'CC0-1.0', 'GPL-3.0-or-later', 'ISC', 'MIT'],
  ...['MIT-0', 'MPL-2.0', 'Python-2.0'],
];
// Playwright's and Vite's parts for one system; they bring a program and run nothing.
const SCRIPTS = ['fsevents', 'node_modules/fsevents'];

/** Is one of the licences of an expression such as "(MIT OR Apache-2.0)" allowed, and are all that are joined by AND? */
const allowed = (expression) =>
  expression
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((each) => each.split(' AND ').every((licence) => ALLOWED.includes(licence.trim())));

const { packages } = JSON.parse(readFileSync('web/package-lock.json', 'utf8'));
const wrong = [];
let seen = 0;
for (const [path, entry] of Object.entries(packages)) {
  if (path === '' || entry.link) continue;
  const manifest = `web/${path}/package.json`;
  // Those for other systems are in the lock file only.
  const licence = entry.license ?? (existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).license);
  if (!licence) wrong.push(`${path} does not tell its licence`);
  else if (!allowed(licence)) wrong.push(`${path}: ${licence} is not on the list of .ci/deny-npm.mjs`);
  if (entry.hasInstallScript && !SCRIPTS.some((name) => path.endsWith(name)))
    wrong.push(`${path} runs a script when it is installed`);
  // A repository or a folder, and not a published version.
  if (/^(git|file|http:)/.test(entry.resolved ?? '')) wrong.push(`${path} comes from ${entry.resolved}`);
  if (!entry.integrity) wrong.push(`${path} has no checksum in web/package-lock.json`);
  seen += 1;
}
if (seen === 0) wrong.push('web/package-lock.json names nothing');
if (wrong.length > 0) {
  console.error(wrong.join('\n'));
  process.exit(1);
}
console.log(`${seen} libraries of the page: licences, sources and checksums as they should be.`);

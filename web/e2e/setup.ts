// What the tests in the browser need: the program with the page in it, and Chromium. Either may be named by KIEBITZ_BINARY and
// CHROMIUM.
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

const root = join(import.meta.dirname, '..', '..');

function binary(): string {
  const given = process.env.KIEBITZ_BINARY;
  const target = process.env.CARGO_TARGET_DIR ?? join(root, 'target');
  const found = (
    given ? [given] : ['debug', 'fast', 'release'].map((profile) => join(target, profile, 'kiebitz'))
  ).filter(existsSync);
  if (found.length === 0)
    throw new Error('no program to test: run `make page` and `cargo build -p kiebitz`, or set KIEBITZ_BINARY');
  return found.sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)[0];
}

function chromium(): string {
  const found = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
    (path) => path && existsSync(path),
  );
  if (!found) throw new Error('no Chromium: install Debian’s package `chromium`, or set CHROMIUM');
  return found;
}

export default function setup(project: TestProject) {
  project.provide('binary', binary());
  project.provide('chromium', chromium());
}

declare module 'vitest' {
  export interface ProvidedContext {
    binary: string;
    chromium: string;
  }
}

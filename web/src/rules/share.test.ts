import { expect, test } from 'vitest';
import { pack, unpack } from './share';

test('a text goes into an address and back', async () => {
  const text = 'game Größer\nplayers X O\nboard 3x3\n'.repeat(20);
  const packed = await pack(text);
  expect(packed).toMatch(/^[\w-]+$/);
  expect(packed.length).toBeLessThan(text.length / 2);
  expect(await unpack(packed)).toBe(text);
});

test('what is none of ours is nothing', async () => {
  for (const packed of ['', '!!!', 'abcd', '----']) expect(await unpack(packed)).toBeNull();
});

test('a short address cannot stand for an endless text', async () => {
  expect(await unpack(await pack('x'.repeat(1_000_000)))).toBeNull();
});

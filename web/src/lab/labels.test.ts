import { describe, expect, it } from 'vitest';
import { apart } from './labels';

describe('labels at the ends of curves', () => {
  const at = (ys: number[], bottom = 100) =>
    apart(
      ys.map((y) => ({ text: '', y })),
      10,
      0,
      bottom,
    ).map((label) => label.at);
  it('stay where they are if there is room', () => expect(at([5, 50, 20])).toEqual([5, 20, 50]));
  it('make room for each other', () => expect(at([20, 20, 21])).toEqual([20, 30, 40]));
  it('do not leave the picture at the lower edge', () => expect(at([95, 96, 97])).toEqual([80, 90, 100]));
});

import { describe, expect, it } from 'vitest';
import type { Generation } from '../wire';
import { judgedBy, ticksOf } from './learning';

describe('ticks', () => {
  it('are round and enclose everything', () => {
    expect(ticksOf(0, 125, 6)).toEqual([0, 50, 100, 150]);
    expect(ticksOf(-31, 105, 6)).toEqual([-50, 0, 50, 100, 150]);
    expect(ticksOf(-0.0079, 0, 5).map((tick) => tick.toFixed(3))).toEqual([
      '-0.008',
      '-0.006',
      '-0.004',
      '-0.002',
      '0.000',
    ]);
  });
  it('are two at least', () => expect(ticksOf(0, 0, 4).length).toBeGreaterThanOrEqual(2));
});

it('the match with the most games is the one that counts', () => {
  const match = (against: string, games: number) => ({ against, games }) as Generation['matches'][number];
  const one = { matches: [match('classical', 100), match('network-0', 900), match('classical', 600)] } as Generation;
  expect(judgedBy(one, 'classical')?.games).toBe(600);
  expect(judgedBy(one, 'network-7')).toBeNull();
});

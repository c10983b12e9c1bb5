import { afterEach, describe, expect, it } from 'vitest';
import { language } from '../i18n/language.svelte';
import type { Insight, JudgedPly } from '../wire';
import { notesOf, pieces, reach, worths } from './judgement';

afterEach(() => (language.current = 'en'));

const insight = {
  width: 64,
  stage: 1,
  stages: [],
  provenance: [],
  pieces: [
    { cell: 3, square: 'd8', piece: 'q', worth: 9.04, without: { value: 0, text: '' } },
    { cell: 9, square: 'b7', piece: 'p', worth: -0.5, without: { value: 0, text: '' } },
    { cell: 10, square: 'c7', piece: 'p', worth: -0.01, without: { value: 0, text: '' } },
  ],
} satisfies Insight;

describe('what pieces are worth', () => {
  it('stands on their cells', () => {
    const notes = notesOf(insight);
    expect(notes.map(({ cell, text, bad }) => [cell, text, bad])).toEqual([
      [3, '9.0', false],
      [9, '−0.5', true],
      [10, '0.0', false],
    ]);
    expect(notes[0]).toMatchObject({ weight: 1, spoken: 'worth 9.0' });
    expect(notes[1].weight).toBeCloseTo(0.055, 2);
  });
  it('is written as the language does', () => {
    language.current = 'de';
    expect(worths(insight)).toEqual(['9,0', '−0,5', '0,0']);
  });
  it('has two digits where it is little', () => {
    const few = insight.pieces.slice(1);
    expect(worths({ ...insight, pieces: few })).toEqual(['−0.50', '−0.01']);
  });
  it('of an empty board is nothing', () => expect(notesOf({ ...insight, pieces: [] })).toEqual([]));
});

const valued = (value: number) => ({ value, text: '' });

describe('the line', () => {
  it('reaches as far as both judgements, and some way around 0', () => {
    const line: JudgedPly[] = [
      { move: null, judged: valued(10), terms: valued(-320) },
      { move: 'e4', judged: null, terms: null },
    ];
    expect(reach(line)).toEqual([-320, 50]);
    expect(reach([])).toEqual([-50, 50]);
  });
  it('has gaps where the game is over', () => {
    expect(pieces([1, 2, null, null, 3])).toEqual([[1, 2], [3]]);
    expect(pieces([null])).toEqual([]);
  });
});

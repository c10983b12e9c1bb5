import { describe, expect, it } from 'vitest';
import { listGames, matching, parcels } from './collection';

const game = (white: string, black: string, moves = '1. e4 e5') =>
  `[Event "Open \\"A\\""]\n[White "${white}"]\n[Black "${black}"]\n[Result "1-0"]\n\n${moves} {a\n[%clk 1:00] comment} 1-0\n\n`;

describe('a file with many games', () => {
  const text = game('Anand', 'Carlsen') + game('Short', 'Speelman', '1. d4\n\nd5') + '[White "Last"]\n\n*';
  it('is taken apart at the tags', () => {
    const games = listGames(text);
    expect(games.map((one) => one.number)).toEqual([1, 2, 3]);
    expect(games[0].title).toBe('Anand – Carlsen, 1-0, Open "A"');
    expect(games.map((one) => one.text).join('')).toBe(text);
    expect(listGames('1. e4 e5')).toEqual([]);
  });
  it('is searched by any words', () => {
    const games = listGames(text);
    expect(matching(games, 'short open').map((one) => one.number)).toEqual([2]);
    expect(matching(games, '  ').length).toBe(3);
    expect(matching(games, 'nobody')).toEqual([]);
  });
  it('goes out in parcels, whole games in each', () => {
    const games = listGames(game('A', 'B').repeat(10));
    const sent = parcels(games, 300);
    expect(sent.every((parcel) => parcel.length <= 320)).toBe(true);
    expect(listGames(sent.join('')).length).toBe(10);
  });
  it('of thousands of games takes no time to speak of', () => {
    expect(listGames(game('A', 'B').repeat(5000)).length).toBe(5000);
  });
});

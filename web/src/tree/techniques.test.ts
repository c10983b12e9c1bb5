import { describe, expect, it } from 'vitest';
import { flip, parse, write } from './techniques';

const ALL = ['alpha-beta', 'ordering', 'table', 'null-move', 'quiescence'];

describe('lists of techniques', () => {
  it('are read and written as the command line does', () => {
    for (const list of ['minimax', 'all', 'minimax+alpha-beta', 'all+no-null-move'])
      expect(write(parse(list, ALL), ALL)).toBe(list);
    expect([...parse('minimax, alpha-beta + ordering', ALL)]).toEqual(['alpha-beta', 'ordering']);
    expect(parse('all+minimax', ALL).size).toBe(0);
  });
  it('are switched over one by one', () => {
    expect(flip('all', 'table', ALL)).toBe('all+no-table');
    expect(flip('all+no-table', 'table', ALL)).toBe('all');
    expect(flip('minimax', 'ordering', ALL)).toBe('minimax+ordering');
  });
});

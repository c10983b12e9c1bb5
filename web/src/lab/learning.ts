// What the charts of the learning need to know.
import type { Generation, LearningMatch } from '../wire';

/** The match that tells most about a generation against an opponent: the one with the most games. */
export function judgedBy(generation: Generation, opponent: string): LearningMatch | null {
  const played = generation.matches.filter((one) => one.against === opponent);
  return played.toSorted((one, other) => other.games - one.games)[0] ?? null;
}

/** Round numbers from below the least to above the greatest, about so many. */
export function ticksOf(low: number, high: number, count: number): number[] {
  const span = Math.max(high - low, 1e-9);
  const power = 10 ** Math.floor(Math.log10(span / count));
  const step = [1, 2, 5, 10].map((one) => one * power).find((one) => span / one <= count) ?? span;
  const [first, last] = [Math.floor(low / step + 1e-9), Math.ceil(high / step - 1e-9)];
  // Multiples, so that 0 is 0 and not nearly so.
  return Array.from({ length: Math.max(2, last - first + 1) }, (_, at) => (first + at) * step + 0);
}

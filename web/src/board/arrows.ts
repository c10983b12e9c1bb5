// Arrows and rings on the board: the reader's (drawn with the right button), a game file's, and the engine's.

export const COLORS = ['green', 'red', 'blue', 'yellow'] as const;
export type ArrowColor = (typeof COLORS)[number] | 'engine';

export interface Arrow {
  from: number;
  /** The same cell as `from` makes a ring. */
  to: number;
  color: ArrowColor;
  /** 1 for the best, less for worse: engine arrows get thinner. */
  weight: number;
}

/** The color that the held keys stand for: none green, Shift or Ctrl red, Alt blue, both yellow. */
export function colorOf(keys: { shiftKey: boolean; ctrlKey: boolean; altKey: boolean; metaKey: boolean }): ArrowColor {
  const [one, two] = [keys.shiftKey || keys.ctrlKey, keys.altKey || keys.metaKey];
  return COLORS[(one ? 1 : 0) + (two ? 2 : 0)];
}

/** Adds an arrow; drawing the same one again takes it away, drawing it in another color changes it. */
export function toggle(arrows: Arrow[], arrow: Arrow): Arrow[] {
  const there = arrows.find((one) => one.from === arrow.from && one.to === arrow.to);
  const others = arrows.filter((one) => one !== there);
  return there?.color === arrow.color ? others : [...others, arrow];
}

// Short texts on cells of the board, over what stands there: what a piece is worth, for instance.

export interface Note {
  cell: number;
  /** What is written on the cell. */
  text: string;
  /** The same for the ear, after the name of the cell. */
  spoken: string;
  /** How dark its plate is, from 0 to 1. */
  weight: number;
  /** Something that speaks against the piece. */
  bad: boolean;
}

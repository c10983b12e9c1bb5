// What the board shows for a moment instead of the position: a line of an explanation, as arrows or move by move.
import { api } from '../api';
import type { Arrow } from '../board/arrows';
import type { FactLine } from '../wire';
import type { PositionAnswer, View } from '../wire';

/** So many moves of a line are drawn as arrows; more would be a tangle. */
const ARROWS = 3;

export class Preview {
  /** The position in a line; none if the board shows what is analysed. */
  view = $state.raw<View | null>(null);
  arrows = $state.raw<Arrow[]>([]);
  /** Arrows that stay while an explanation is read: the move it is about, and the answer to it. */
  standing = $state.raw<Arrow[]>([]);

  #known = new Map<string, Promise<PositionAnswer>>();
  /** Counts what was asked for: an answer that comes late is not shown. */
  #asked = 0;
  /** After a click the text may move away under a pointer that rests: that asks for nothing. */
  #resting = false;

  #positions(game: string, line: FactLine): Promise<PositionAnswer> {
    const key = [game, line.from, ...line.protocol].join(' ');
    const found = this.#known.get(key) ?? api.position(game, line.from, line.protocol, true);
    this.#known.set(key, found);
    return found;
  }

  /** Draws the first moves of a line. */
  async point(game: string, line: FactLine) {
    if (this.#resting) return;
    const asked = ++this.#asked;
    const answer = await this.#positions(game, line).catch(() => null);
    if (!answer || asked !== this.#asked) return;
    this.view = null;
    const mover = answer.line[0]?.side;
    this.arrows = answer.line.slice(0, ARROWS).flatMap(({ cells, side }, at) =>
      cells.length === 0
        ? []
        : [
            {
              from: cells[0],
              to: cells[cells.length - 1],
              color: side === mover ? ('green' as const) : ('red' as const),
              weight: 1 - at / (ARROWS + 1),
            },
          ],
    );
  }

  /** Shows the position after the n-th move of a line, counted from 0. */
  async play(game: string, line: FactLine, at: number) {
    if (this.#resting) return;
    const asked = ++this.#asked;
    const answer = await this.#positions(game, line).catch(() => null);
    if (!answer || asked !== this.#asked) return;
    this.view = answer.views?.[at + 1] ?? null;
    this.arrows = [];
  }

  /** Back to what is analysed. */
  end() {
    this.#asked += 1;
    this.view = null;
    this.arrows = [];
  }
  /** Back to what is analysed, until the pointer really moves or a key is pressed. */
  rest() {
    this.end();
    if (this.#resting) return;
    this.#resting = true;
    const wake = (event: Event) => {
      if (event instanceof PointerEvent && event.movementX === 0 && event.movementY === 0) return;
      this.#resting = false;
      removeEventListener('pointermove', wake, true);
      removeEventListener('keydown', wake, true);
    };
    addEventListener('pointermove', wake, true);
    addEventListener('keydown', wake, true);
  }
}

// Names for what is on the screen: cells, pieces, sides, players. The words come from the catalogue.
import { entryOf } from './games.svelte';
import { known, language, number, t, word } from './i18n/language.svelte';
import type { Opening, Player, Side, View } from './wire';

export type Sides = Pick<View, 'sides' | 'colors'> & { board: Pick<View['board'], 'pieces'> };

/** The code of a side's name. Chips are called by their colors, whatever letters the notation has for them. */
export function sideCode(view: Sides, side: Side): string {
  return view.board.pieces === 'chips' ? view.colors[side] : view.sides[side];
}

/** "White", "Black", "X": a side as the game's players call it. */
export const sideName = (view: Sides, side: Side): string => word('side', sideCode(view, side));

const SHARES: Record<string, string> = {
  white: 'var(--share-white)',
  black: 'var(--share-black)',
  red: 'var(--stone-red)',
  yellow: 'var(--stone-yellow)',
};

/** The color of a side in bars and charts: that of its pieces. */
export const shareOf = (view: Sides, side: Side): string =>
  SHARES[view.colors[side]] ?? SHARES[side === 'first' ? 'white' : 'black'];

/** "white pawn". */
export function manName(view: Sides, { side, name }: { side: Side; name: string }): string {
  const key = `occupant.${sideCode(view, side)}.${name}`;
  return known(key) ? t(key) : `${sideName(view, side)} ${word('piece', name)}`;
}

/** "e4, white pawn", or "e4" where nothing stands. */
export function cellLabel(view: View, cell: number): string {
  const name = view.board.cells[cell].name || t('board.blank');
  const { piece } = view.board.cells[cell];
  return piece ? t('board.cell', { cell: name, piece: manName(view, piece) }) : name;
}

/** "draughts(rules=russian)" as people say it. */
export function gameName(game: string): string {
  // A game that was written on the page has the number of its text behind its name.
  const name = game.split('(')[0].replace(/-[0-9a-f]{8}$/, '');
  // The usual rules have a name too, where a game has several: draughts without more are English draughts.
  const usual = entryOf(game)?.parameters.find((parameter) => parameter.name === 'rules')?.default;
  const rules = /rules=([\w-]+)/.exec(game)?.[1] ?? usual;
  const size = /size=(\d+)/.exec(game)?.[1];
  const words = [rules ? word('rules', rules) : word('game', name)];
  if (size) words.push(`${size}×${size}`);
  return words.join(' ');
}

/** Who judges: "Classical evaluation", "Network 0". */
export function evaluatorName(name: string): string {
  const generation = /^network-(\d+)$/.exec(name)?.[1];
  return generation === undefined ? word('evaluator', name) : t('player.network', { generation });
}

/** Lists of techniques that have a name of their own. */
const SEARCHES: Record<string, 'minimax' | 'alpha-beta' | 'quiescence' | 'all'> = {
  minimax: 'minimax',
  'minimax+alpha-beta+ordering': 'alpha-beta',
  'minimax+alpha-beta+ordering+quiescence': 'quiescence',
  all: 'all',
};

/** A search of fixed depth by what it does: nobody is called minimax who does more. */
export function searchName(techniques: string, depth: number): string {
  const name = SEARCHES[techniques];
  return name ? t(`ladderName.${name}`, { depth }) : t('player.techniques', { techniques, depth });
}

/** A player as the strip beside the board names it. */
export function playerName(player: Player): string {
  if (player.name) return player.name;
  if (player.techniques) {
    return player.depth
      ? t('player.techniques', { techniques: player.techniques, depth: player.depth })
      : player.techniques;
  }
  if (player.eval && player.nodes) {
    return t('player.eval', { name: evaluatorName(player.eval), nodes: player.nodes });
  }
  if (player.elo) return t('player.elo', { elo: player.elo });
  if (player.level) return t('player.level', { level: player.level });
  switch (player.kind) {
    case 'human':
      return t('player.human');
    case 'random':
      return t('player.random');
    case 'mcts':
      return t('player.mcts');
    default:
      return 'Kiebitz';
  }
}

/** The ways in which the page asks for a player. */
export type Way = 'human' | 'level' | 'elo' | 'techniques' | 'engine' | 'random' | 'mcts';

/** In which of these ways a player is asked for. */
export function wayOf(player: Player): Way {
  if (player.kind === 'kiebitz') return player.techniques ? 'techniques' : player.elo ? 'elo' : 'level';
  return player.kind === 'mcts' || player.kind === 'random' || player.kind === 'engine' ? player.kind : 'human';
}

/** A clock's reading: 4:05, 0:09.3 below ten seconds. */
export function clockText(milliseconds: number): string {
  const ms = Math.max(0, milliseconds);
  if (ms < 10_000) return `0:0${(Math.floor(ms / 100) / 10).toFixed(1)}`;
  const seconds = Math.ceil(ms / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (value: number) => String(value).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** A change with its sign, a real minus: +15, −4. */
export const signed = (change: number): string =>
  change < 0 ? `−${number(-change)}` : change > 0 ? `+${number(change)}` : '0';

/** A player of a record, where programs stand as their text: `kiebitz:level=5`. */
export function playerTextName(text: string): string {
  const [, setting, value] = /^kiebitz:(level|elo)=(\d+)$/.exec(text) ?? [];
  return setting ? playerName({ kind: 'kiebitz', [setting]: Number(value) }) : text;
}

/** Elo with its error: "1,432 ± 351". */
export const eloText = (elo: number, error: number | null): string =>
  error === null ? number(elo) : `${number(elo)} ± ${number(error)}`;

/** The opening's name in the reader's language, with its code. */
export function openingName(opening: Opening | null): string {
  if (!opening) return '';
  const name = language.current === 'de' && opening.name_de ? opening.name_de : opening.name;
  return opening.eco ? `${opening.eco} ${name}` : name;
}

// How a game ended, in words.
import { known, t, word } from './i18n/language.svelte';
import { playerName, sideName, type Sides } from './names';
import { opposite, type End, type LiveGame, type Side } from './wire';

/** "White wins by checkmate", "Draw by repetition". */
export function resultText(end: End, view: Sides): string {
  const reason = word('reason', end.reason);
  return end.winner ? t('result.win', { side: sideName(view, end.winner), reason }) : t('result.draw', { reason });
}

/** The same for whoever sits at the board: "You lost: you resigned", or with the winner's name where nobody or everybody does. */
export function outcomeText(end: End, view: Sides, players: LiveGame['players']): string {
  const people = (['first', 'second'] as const).filter((side) => players[side].kind === 'human');
  if (!end.winner) return resultText(end, view);
  if (people.length !== 1) {
    const named = players[end.winner].kind === 'human' ? '' : playerName(players[end.winner]);
    const side = named ? `${named} (${sideName(view, end.winner)})` : sideName(view, end.winner);
    return t('result.win', { side, reason: word('reason', end.reason) });
  }
  const won = end.winner === people[0];
  const own = `reasonOwn.${end.reason}`;
  const reason = !won && known(own) ? t(own) : word('reason', end.reason);
  return t(won ? 'result.youWon' : 'result.youLost', { reason, name: playerName(players[opposite(people[0])]) });
}

/** The result as score sheets write it, the first player's points first. */
export function resultScore(end: Pick<End, 'winner'>): string {
  if (!end.winner) return '½–½';
  return end.winner === 'first' ? '1–0' : '0–1';
}

/** The same from the side of White, as files have it. */
export function recordResult(winner: Side | null, first: string): string {
  if (!winner) return '1/2-1/2';
  return (winner === 'first') === (first !== 'black') ? '1-0' : '0-1';
}

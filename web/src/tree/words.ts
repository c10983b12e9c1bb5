// A node in words: what stands in a row, and a sentence that is complete in itself, for who listens.
import { known, language, number, t, word } from '../i18n/language.svelte';
import { counted } from '../scores';
import type { TreeNode, TreeStep } from '../wire';
import { localized } from '../notation';

/** Values as the lab writes them: words where a game is won, lost or drawn; numbers with a real minus and the language's decimal
 * sign. */
export function figure(text: string): string {
  const [, sign = '', kind, plies] = /^([≥≤] )?(won|lost|draw|open|win|loss)(?: in (\d+))?$/.exec(text) ?? [];
  const key = `value.${kind}`;
  if (known(key)) return sign + t(key, plies ? { plies: Number(plies) } : {});
  const minus = counted(text).replace(/-/g, '−');
  return language.current === 'de' ? minus.replace(/(\d)\.(\d)/g, '$1,$2') : minus;
}

/** The move, or what kind of question the visit is. */
export function nameOf(node: TreeNode, game: string): string {
  return node.move === null ? word('nodeKind', node.kind) : localized(node.move, game);
}

const SIGNS = { exact: '', 'at-least': '≥ ', 'at-most': '≤ ' } as const;

/** The value with its bound: 3, ≥ 3, ≤ 3. */
export function valueOf(node: TreeNode): string {
  return node.value === null ? t('why.stopped') : SIGNS[node.bound] + figure(node.value_text);
}

/** A window as textbooks write it, from the lab's text of it; empty where a search has none. */
export function windowText(text: string): string {
  const ends = text.replace(/^\[|\]$/g, '').split(', ');
  return ends[0] === '' ? '' : `[${ends.map(figure).join(', ')}]`;
}

/** The window of a node. */
export const windowOf = (node: TreeNode): string => windowText(`[${node.alpha_text}, ${node.beta_text}]`);

/** Why it was left, in a few words; nothing where all moves were looked at. */
export function reasonOf(node: TreeNode): string {
  if (node.why === 'cut') return t(node.max ? 'why.beta' : 'why.alpha', { rank: node.rank ?? 0 });
  if (node.why === 'technique') return t('why.technique', { technique: word('technique', node.technique ?? '') });
  return node.why === 'searched' ? '' : word('why', node.why);
}

/** Did something end it before all its moves were looked at? */
export const isCut = (node: TreeNode): boolean => ['cut', 'technique', 'stand-pat'].includes(node.why);

/** Does it belong to the part below the leaves where only noisy moves are followed? */
export const isQuiescence = (node: TreeNode): boolean => node.kind === 'quiescence' || node.kind === 'razoring';

/** What kind of visit it is, where that is worth a word. */
export function kindOf(node: TreeNode): string {
  const words = [];
  if (node.move !== null && !['root', 'principal', 'other'].includes(node.kind))
    words.push(word('nodeKind', node.kind));
  if (node.look !== 'first') words.push(word('look', node.look));
  return words.join(', ');
}

/** A list that does not go on forever. */
export function some(list: string[], most = 12): string {
  return list.length <= most
    ? list.join(', ')
    : t('node.more', { list: list.slice(0, most).join(', '), count: list.length - most });
}

/** The node in a sentence. */
export function sentence(node: TreeNode, game: string): string {
  const parts = [
    t(node.max ? 'node.max' : 'node.min', { value: valueOf(node) }),
    windowOf(node) && t('node.window', { window: windowOf(node) }),
    t('node.depth', { depth: node.depth }),
    kindOf(node),
    reasonOf(node),
    node.untried.length > 0
      ? t('node.untried', { moves: some(node.untried.map((move) => localized(move, game))) })
      : '',
    node.skipped.length > 0 ? t('node.skipped', { count: node.skipped.length }) : '',
    node.on_principal_variation ? t('node.principal') : '',
    node.below > 0 ? t('node.below', { count: node.below }) : '',
    node.hidden > 0 ? t('node.hidden', { count: node.hidden }) : '',
  ];
  return `${nameOf(node, game)}: ${parts.filter(Boolean).join(', ')}`;
}

/** A step of the search in a sentence. `place` names the node by the moves that lead there. */
export function stepText(step: TreeStep, node: TreeNode, place: string, game: string): string {
  const values = {
    who: node.max ? t('node.maxName') : t('node.minName'),
    place: place || t('search.root'),
    window: windowText(step.window),
    value: figure(step.value ?? ''),
    reason: reasonOf(node),
    rank: number(node.why === 'cut' ? node.rank : 0),
    left: some(node.untried.map((move) => localized(move, game))) || t('search.none'),
    effect: step.narrows
      ? t(`search.${step.narrows}`, { value: figure(step.value ?? '').replace(/^[≥≤] /, '') })
      : t('search.same'),
  };
  const plain = step.window === '';
  if (step.event === 'enter') return t(plain ? 'search.enterPlain' : 'search.enter', values);
  if (step.event === 'back' && plain) return t(step.narrows ? 'search.backBest' : 'search.backWorse', values);
  if (step.event === 'back') return t('search.backTo', values);
  return t(`search.${step.event}`, values);
}

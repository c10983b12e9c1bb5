// The board of the page as a module that a notebook loads (anywidget: https://anywidget.dev). It lives in a shadow tree, so that neither
// the notebook's style nor the page's reaches the other.
import { flushSync, mount, unmount } from 'svelte';
import { language } from '../i18n/language.svelte';
import '../styles/tokens.css';
import '../styles/base.css';
import NotebookBoard from './NotebookBoard.svelte';
import { following } from './current.svelte';
import { SHOWN, type Deed, type State } from './state';

/** What anywidget hands over. */
interface Model {
  get<K extends keyof State>(name: K): State[K];
  on(event: string, hear: () => void): void;
  off(event: string, hear: () => void): void;
  send(deed: Deed): void;
}

/** All styles of this module; the build puts them here. */
declare const NOTEBOOK_STYLES: string;

/** Is the notebook light or dark? JupyterLab says so on its body, VS Code too; elsewhere the system decides. */
function theme(): string {
  const { jpThemeLight, vscodeThemeKind } = document.body.dataset;
  if (jpThemeLight) return jpThemeLight === 'true' ? 'light' : 'dark';
  if (vscodeThemeKind) return vscodeThemeKind.includes('light') ? 'light' : 'dark';
  return 'auto';
}

function render({ model, el }: { model: Model; el: HTMLElement }): () => void {
  // JupyterLab would take the arrow keys and Enter for itself.
  el.setAttribute('data-lm-suppress-shortcuts', 'true');
  const host = document.createElement('div');
  host.dataset.theme = theme();
  // The page fills the window; the board lies on the sheet of the notebook.
  host.style.cssText = 'min-height: 0; background: none';
  el.append(host);
  const root = host.attachShadow({ mode: 'open' });
  const styles = document.createElement('style');
  styles.textContent = NOTEBOOK_STYLES;
  const target = document.createElement('div');
  root.append(styles, target);

  const read = () => Object.fromEntries(SHOWN.map((name) => [name, model.get(name)])) as unknown as State;
  const state = following(read());
  language.current = state.now.language;
  const hears = SHOWN.map((name) => {
    const hear = () => {
      state.set({ [name]: model.get(name) });
      language.current = state.now.language;
    };
    model.on(`change:${name}`, hear);
    return () => model.off(`change:${name}`, hear);
  });
  const themes = new MutationObserver(() => (host.dataset.theme = theme()));
  themes.observe(document.body, { attributes: true });
  const props = {
    get state() {
      return state.now;
    },
    ondeed: (deed: Deed) => model.send(deed),
  };
  const board = mount(NotebookBoard, { target, props });
  flushSync();
  return () => {
    hears.forEach((unhear) => unhear());
    themes.disconnect();
    void unmount(board);
  };
}

export default { render };

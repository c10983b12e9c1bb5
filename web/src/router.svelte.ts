// Which view the address stands for. Addresses are ordinary paths; the server answers all of them with the page. In the static site
// they stand behind a #, since a plain file server knows only one page.
import { SITE } from './transport';

export interface Route {
  page: 'play' | 'games' | 'analyse' | 'tree' | 'lab' | 'ladder' | 'rules';
  /** The game of /play/{id}. */
  id: string | null;
  query: URLSearchParams;
}

export function parse(path: string, search: string): Route {
  const [page, id] = path.split('/').filter(Boolean);
  const query = new URLSearchParams(search);
  const pages = ['games', 'analyse', 'tree', 'lab', 'ladder', 'rules'] as const;
  const found = pages.find((one) => one === page);
  if (found) return { page: found, id: null, query };
  return { page: 'play', id: page === 'play' && id ? decodeURIComponent(id) : null, query };
}

function here(): Route {
  if (!SITE) return parse(location.pathname, location.search);
  const [path, search] = location.hash.slice(1).split('?');
  return parse(path, search ?? '');
}

let current = $state.raw<Route>(here());

window.addEventListener('popstate', () => (current = here()));

/** An address of the page as it stands in the browser's bar. */
export const link = (address: string): string => (SITE ? `#${address}` : address);

export const router = {
  get current(): Route {
    return current;
  },
};

/** Goes to an address of the page, as a link would. */
export function go(address: string, replace = false) {
  if (replace) history.replaceState(null, '', link(address));
  else history.pushState(null, '', link(address));
  const url = new URL(address, location.href);
  current = parse(url.pathname, url.search);
}

/** Writes an address into the browser's bar without going anywhere: the view already shows it. */
export function show(address: string) {
  history.replaceState(null, '', link(address));
}

/** For links: stays in the page on an ordinary click. */
export function follow(event: MouseEvent) {
  const anchor = (event.currentTarget as HTMLElement).closest('a');
  if (!anchor || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  go((anchor.getAttribute('href') ?? '/').replace(/^#/, ''));
}

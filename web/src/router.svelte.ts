// Which view the address stands for. Addresses are ordinary paths; the server answers all of them with the page.

export interface Route {
  page: 'play' | 'games' | 'analyse' | 'tree' | 'lab' | 'ladder';
  /** The game of /play/{id}. */
  id: string | null;
  query: URLSearchParams;
}

export function parse(path: string, search: string): Route {
  const [page, id] = path.split('/').filter(Boolean);
  const query = new URLSearchParams(search);
  const pages = ['games', 'analyse', 'tree', 'lab', 'ladder'] as const;
  const found = pages.find((one) => one === page);
  if (found) return { page: found, id: null, query };
  return { page: 'play', id: page === 'play' && id ? decodeURIComponent(id) : null, query };
}

let current = $state.raw<Route>(parse(location.pathname, location.search));

window.addEventListener('popstate', () => (current = parse(location.pathname, location.search)));

export const router = {
  get current(): Route {
    return current;
  },
};

/** Goes to an address of the page, as a link would. */
export function go(address: string, replace = false) {
  if (replace) history.replaceState(null, '', address);
  else history.pushState(null, '', address);
  const url = new URL(address, location.href);
  current = parse(url.pathname, url.search);
}

/** Writes an address into the browser's bar without going anywhere: the view already shows it. */
export function show(address: string) {
  history.replaceState(null, '', address);
}

/** For links: stays in the page on an ordinary click. */
export function follow(event: MouseEvent) {
  const link = (event.currentTarget as HTMLElement).closest('a');
  if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  go(link.getAttribute('href') ?? '/');
}

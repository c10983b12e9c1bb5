// Where games are kept in this browser: one record a game, written whole before anybody hears of a change.

const NAME = 'kiebitz';

export interface Stored {
  id: string;
  over: boolean;
  updated: number;
  summary: object;
  saved: { id: string; version: number };
}

let opened: Promise<IDBDatabase> | null = null;

function result<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((done, fail) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error);
  });
}

function open(): Promise<IDBDatabase> {
  opened ??= new Promise((done, fail) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore('games', { keyPath: 'id' });
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error);
  });
  opened.catch(() => (opened = null));
  return opened;
}

export const store = {
  async load(id: string): Promise<Stored['saved'] | undefined> {
    const games = (await open()).transaction('games').objectStore('games');
    return ((await result(games.get(id))) as Stored | undefined)?.saved;
  },
  /** Done when it is on the disk, as far as browsers tell. */
  async save(game: Stored): Promise<void> {
    const change = (await open()).transaction('games', 'readwrite');
    change.objectStore('games').put(game);
    await new Promise<void>((done, fail) => {
      change.oncomplete = () => done();
      change.onabort = () => fail(change.error);
    });
  },
  async forget(id: string): Promise<boolean> {
    const games = (await open()).transaction('games', 'readwrite').objectStore('games');
    const there = (await result(games.count(id))) > 0;
    await result(games.delete(id));
    return there;
  },
  /** The games, those that changed last first. */
  async list(over: boolean | null): Promise<object[]> {
    const games = (await open()).transaction('games').objectStore('games');
    const all = (await result(games.getAll())) as Stored[];
    const wanted = all.filter((game) => over === null || game.over === over);
    return wanted.sort((a, b) => b.updated - a.updated).map((game) => game.summary);
  },
};

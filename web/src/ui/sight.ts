// Keeping the current entry of a list in sight, within the list alone: the page itself must not move.

/** Scrolls the nearest element marked `data-scrolls` just so far that the element is seen. */
export function keepInSight(element: HTMLElement) {
  const list = element.closest<HTMLElement>('[data-scrolls]');
  if (!list) return;
  const [inner, outer] = [element.getBoundingClientRect(), list.getBoundingClientRect()];
  if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top + 8;
  else if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom + 8;
}

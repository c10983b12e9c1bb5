// Labels at the ends of curves: each as near to its end as the others allow.

export interface Label {
  text: string;
  y: number;
}

/** Moves labels apart that would overprint each other, between `top` and `bottom`, in the order of their curves. */
export function apart<T extends Label>(labels: T[], gap: number, top: number, bottom: number): (T & { at: number })[] {
  const placed = [...labels].sort((a, b) => a.y - b.y).map((label) => ({ ...label, at: label.y }));
  for (let at = 0; at < placed.length; at += 1)
    placed[at].at = Math.max(placed[at].at, at === 0 ? top : placed[at - 1].at + gap);
  // What was pushed over the lower edge pushes back.
  for (let at = placed.length - 1; at >= 0; at -= 1)
    placed[at].at = Math.min(placed[at].at, at === placed.length - 1 ? bottom : placed[at + 1].at - gap);
  return placed;
}

/** Points that are painted in one frame, unless one canvas alone has more: without a graphics card they take 50 ms. */
export const IN_ONE_FRAME = 40_000

let painted = 0
const waiting = new Map<() => void, number>()

/**
 * Paints a canvas now, or in a later frame if too much is painted in this one: several huge canvases at once would block
 * the page.
 *
 * @param points how much it paints
 * @returns leaves it out, if it still waits
 */
export function inTurn(paint: () => void, points: number): () => void {
  waiting.set(paint, points)
  if (waiting.size === 1) paintWaiting()
  return () => waiting.delete(paint)
}

function paintWaiting(): void {
  for (const [paint, points] of waiting) {
    if (painted > 0 && painted + points > IN_ONE_FRAME) return
    // Behind the frame: what is asked for in a frame's own callbacks belongs to it.
    if (painted === 0) requestAnimationFrame(() => setTimeout(nextFrame))
    painted += points
    waiting.delete(paint)
    paint()
  }
}

function nextFrame(): void {
  painted = 0
  paintWaiting()
}

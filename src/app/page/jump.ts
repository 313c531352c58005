import { createStore } from 'zustand/vanilla'

/** Whether the panels below the blocks are wanted before anybody scrolled to them. */
export const panelsWanted = createStore<{ readonly wanted: boolean }>(() => ({ wanted: false }))

/** Milliseconds that a jump waits for panels that are still coming, and frames of rest that end it. */
const PATIENCE = 2500
const RESTING = 12

/** What a person does that ends a jump: nobody is pulled back to where they wanted to go a second ago. */
const TAKING_OVER = ['wheel', 'pointerdown', 'keydown', 'touchstart'] as const

/**
 * Brings a section to the top of the screen, and keeps it there while panels above it are made and take their
 * height. With `ready`, it goes on until that holds.
 */
export function jumpTo(find: () => Element | null | undefined, ready: () => boolean): void {
  panelsWanted.setState({ wanted: true })
  const stop = new AbortController()
  for (const event of TAKING_OVER) {
    window.addEventListener(event, () => stop.abort(), { signal: stop.signal, passive: true })
  }
  const until = performance.now() + PATIENCE
  let rest = 0
  let place = Number.NaN
  const step = (): void => {
    if (stop.signal.aborted) return
    const section = find()
    section?.scrollIntoView()
    const top = window.scrollY
    rest = ready() && section !== null && section !== undefined && top === place ? rest + 1 : 0
    place = top
    if (rest < RESTING && performance.now() < until) window.requestAnimationFrame(step)
    else stop.abort()
  }
  step()
}

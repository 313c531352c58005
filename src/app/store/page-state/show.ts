import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { present, usePresenting } from '../look/presenting.ts'
import { DEFAULT_SHOW } from './state.ts'
import type { Show } from './state.ts'

/** Only `embed.html` may stand in a frame of another site; see `public/fit.js`. It never has controls. */
const isEmbedded = typeof location !== 'undefined' && /\/embed(?:\.html)?$/.test(location.pathname)

/** The origin of the page around this one, if the address gives it: `embed.html?site=https://their.site`. */
export const embedder =
  isEmbedded && window.parent !== window
    ? (/^https?:\/\/[\w.:-]+$/.exec(new URLSearchParams(location.search).get('site') ?? '')?.[0] ?? null)
    : null

const show = createStore<Show>(() => within(DEFAULT_SHOW))

function within(next: Show): Show {
  return isEmbedded ? { ...next, controls: 'hidden' } : next
}

export function useShow<Part>(part: (state: Show) => Part): Part {
  return useStore(show, part)
}

export function currentShow(): Show {
  return usePresenting.getState() ? { controls: 'presented' } : show.getState()
}

export function setShow(next: Show): void {
  present(next.controls === 'presented' && !isEmbedded)
  show.setState(within(next.controls === 'presented' ? DEFAULT_SHOW : next))
}

/** Whether the page shows its lanes in the page of somebody else, without controls. */
export function useEmbedded(): boolean {
  return useShow(({ controls }) => controls === 'hidden')
}

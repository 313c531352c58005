import { useEffect, useState } from 'react'
import { createStore } from 'zustand/vanilla'
import type { Turn } from '../../../engine/index.ts'

/**
 * The turn that everything on the page describes. It changes with every pixel of a pointer's move, so it causes no
 * React render: painters subscribe and write to the DOM, and slow parts use `useSettledTurn`.
 */
interface Playhead {
  /** The playhead's turn. */
  readonly turn: Turn
  /** The turn under the pointer; null if the pointer is elsewhere. */
  readonly hover: Turn | null
  /** Turns of the conversation, 0 before there is one. */
  readonly turns: number
  /** Whether it is playing; see `transport.ts`. */
  readonly playing: boolean
}

export const playhead = createStore<Playhead>(() => ({ turn: 0, hover: null, turns: 0, playing: false }))

/** Moves the playhead by hand, within the conversation; stops playing. */
export function seek(turn: Turn): void {
  const { turns } = playhead.getState()
  playhead.setState({ turn: Math.max(0, Math.min(turns - 1, Math.round(turn))), playing: false })
}

export function hoverAt(turn: Turn | null): void {
  if (playhead.getState().hover !== turn) playhead.setState({ hover: turn })
}

/** A conversation of `turns` turns replaces the previous one. */
export function measure(turns: number, turn: Turn): void {
  playhead.setState({ turns, turn: Math.max(0, Math.min(turns - 1, turn)), hover: null, playing: false })
}

/** Calls `write` now and at every move with the hovered turn, or else the playhead's. */
export function onTurn(write: (shown: Turn, state: Playhead) => void): () => void {
  const tell = (state: Playhead): void => {
    write(state.hover ?? state.turn, state)
  }
  tell(playhead.getState())
  return playhead.subscribe((state) => {
    try {
      tell(state)
    } catch (failure) {
      // A picture that fails must not stop the others.
      reportError(failure)
    }
  })
}

/** Milliseconds of rest after which tables follow the playhead. */
const SETTLED = 90

/** The playhead's turn once it rests, for tables and panels; during playback, they wait. */
export function useSettledTurn(): Turn {
  const [turn, setTurn] = useState(() => playhead.getState().turn)
  useEffect(() => {
    let timer = 0
    const settle = (): void => {
      window.clearTimeout(timer)
      timer = window.setTimeout(() => {
        const { turn: now, playing } = playhead.getState()
        if (!playing) setTurn(now)
      }, SETTLED)
    }
    settle()
    const unsubscribe = playhead.subscribe(settle)
    return () => {
      window.clearTimeout(timer)
      unsubscribe()
    }
  }, [])
  return turn
}

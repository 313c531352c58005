import { useEffect, useRef, useState } from 'react'
import { ProblemError } from '../../../../engine/index.ts'
import type { PlayRequest, TaskPlay } from '../../../../worker/protocol.ts'
import type { LaneChoice } from '../../../store/choice/choices.ts'
import { startSimulator } from '../../../store/run/simulator.ts'

/** A task with its two lanes, as chosen. */
export interface Match {
  readonly request: PlayRequest
  readonly lanes: readonly LaneChoice[]
  /** Of the task. */
  readonly title: string
}

/** A task as played under both lanes. */
export interface Result {
  /** Its number on this page. */
  readonly id: number
  readonly of: Match
  readonly plays: readonly TaskPlay[]
}

/** What became of the last request; the result of an earlier one stays until the next is there. */
export interface Playing {
  readonly result: Result | null
  /** What is being played; null if nothing is. `step` is 0 before the first. */
  readonly under: { readonly lane: string; readonly step: number } | null
  /** Why there are no plays, in a sentence; null if nothing failed. */
  readonly failed: string | null
  readonly cancelled: boolean
  readonly run: (match: Match) => void
  readonly cancel: () => void
}

let made = 0

const NOTHING = { result: null, under: null, failed: null, cancelled: false }

/** Plays a task under two lanes in the worker, until the part of the page is gone. */
export function usePlays(): Playing {
  const [state, setState] = useState<Omit<Playing, 'run' | 'cancel'>>(NOTHING)
  const running = useRef<AbortController | null>(null)
  useEffect(
    () => () => {
      running.current?.abort()
    },
    [],
  )
  const run = (match: Match): void => {
    running.current?.abort()
    const own = new AbortController()
    running.current = own
    const change = (next: Partial<Playing>): void => {
      if (running.current === own) setState((before) => ({ ...before, ...next }))
    }
    change({ under: { lane: '', step: 0 }, failed: null, cancelled: false })
    startSimulator()
      .play(match.request, {
        signal: own.signal,
        onProgress: ({ lane = '', done }) => {
          change({ under: { lane, step: done } })
        },
      })
      .then(
        (plays) => {
          change({ result: { id: ++made, of: match, plays }, under: null })
        },
        (failure: unknown) => {
          if (own.signal.aborted) change({ under: null, cancelled: true })
          else change({ under: null, failed: saidOf(failure) })
        },
      )
  }
  return {
    ...state,
    run,
    cancel: () => {
      running.current?.abort()
    },
  }
}

function saidOf(failure: unknown): string {
  if (failure instanceof ProblemError) return failure.problems.map(({ message }) => message).join(' ')
  return failure instanceof Error ? failure.message : String(failure)
}

/** Steps per second. */
export const SPEEDS = [1, 2, 4, 8] as const
/** Milliseconds longer that a step with a sentence stays. */
const READING = 1600

export interface Steps {
  readonly step: number
  readonly playing: boolean
  readonly speed: number
  readonly go: (step: number) => void
  readonly toggle: () => void
  readonly setSpeed: (speed: number) => void
}

/**
 * The step that both sides show. It plays by itself from the beginning, unless a person wants less motion: then it
 * waits.
 *
 * @param told steps that stay longer
 */
export function useSteps(last: number, told: ReadonlySet<number>): Steps {
  const [step, setStep] = useState(1)
  const [wanted, setWanted] = useState(() => !matchMedia('(prefers-reduced-motion: reduce)').matches)
  const [speed, setSpeed] = useState<number>(2)
  const playing = wanted && step < last
  useEffect(() => {
    if (!playing) return undefined
    const timer = window.setTimeout(
      () => {
        setStep(step + 1)
      },
      1000 / speed + (told.has(step) ? READING : 0),
    )
    return () => {
      window.clearTimeout(timer)
    }
  }, [playing, step, speed, told])
  return {
    step,
    playing,
    speed,
    setSpeed,
    go: (to) => {
      setWanted(false)
      setStep(Math.max(1, Math.min(last, to)))
    },
    toggle: () => {
      if (!playing && step >= last) setStep(1)
      setWanted(!playing)
    },
  }
}

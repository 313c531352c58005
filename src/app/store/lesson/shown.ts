import { useMemo } from 'react'
import type { BlockId } from '../../../engine/index.ts'
import { DEPTHS, useDepth } from '../look/depth.ts'
import type { Step } from './lesson.ts'
import { usePlayer } from './player.ts'
import type { ShownStep } from './steps.ts'

/** Names of the lanes that the lesson shows; null for all. */
export function useLessonLanes(): readonly string[] | null {
  return usePlayer(({ steps, at }) => steps[at]?.lanes ?? null)
}

/** Whether pictures are in plain words: while a lesson runs, unless its step is about the lines of settings. */
export function useToldPlainly(): boolean {
  return usePlayer(
    ({ lesson, steps, at }) =>
      lesson !== null &&
      steps[at]?.step.lines !== true &&
      !(lesson.depth === 'expert' && steps[at]?.step.task !== undefined),
  )
}

/** Whether a step shows more of the page than was shown before its lesson. */
export function useDeepened(): boolean {
  const before = usePlayer(({ depth }) => depth)
  const depth = useDepth((state) => state.depth)
  return before !== null && DEPTHS.indexOf(before) < DEPTHS.indexOf(depth)
}

/** The block that the lesson emphasizes. */
export function useLessonBlock(): ShownStep['shows'] {
  const shows = usePlayer(({ steps, at, moving }) => (moving !== null ? null : (steps[at]?.shows ?? null)))
  const lane = usePlayer(({ steps, at }) => steps[at]?.lanes[0])
  const block = usePlayer(({ pointed }) => pointed)
  return useMemo(() => (block === null || lane === undefined ? shows : { lane, block }), [shows, lane, block])
}

/** Emphasizes the block that an answer means, until null is given. */
export function pointAt(block: BlockId | null): void {
  usePlayer.setState({ pointed: block })
}

const NO_FIGURES: NonNullable<Step['figures']> = []

/** Metrics that the lesson shows beside the name of each lane. */
export function useLessonFigures(): NonNullable<Step['figures']> {
  return usePlayer(({ steps, at }) => steps[at]?.step.figures ?? NO_FIGURES)
}

/** Whether the step waits for the answer to its question. */
export function useLessonAsks(): boolean {
  return usePlayer(({ steps, at, answer }) => answer === null && (steps[at]?.guess ?? null) !== null)
}

/** Whether the lesson asked which block leaves first: the ranking in the panel of that block is its answer. */
export function useAskedRanking(): boolean {
  return usePlayer(({ steps, at }) => (steps[at]?.selects ?? null) !== null)
}

/**
 * Whether a click in a picture leaves the playhead where it is: the words of a step are about its turn. A task may be to
 * move it.
 */
export function holdsPlayhead(): boolean {
  const { steps, at } = usePlayer.getState()
  const told = steps[at]
  return told !== undefined && told.step.task === undefined
}

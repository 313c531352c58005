import { create } from 'zustand'
import { isFit } from '../../../sim/internal.ts'
import type { LaneResult } from '../../../worker/protocol.ts'
import { useChoices } from '../choice/choices.ts'
import type { RunChoices } from '../choice/choices.ts'
import { alter } from '../choice/history.ts'

/** What a metric of a lane has to be. */
export interface Condition {
  /** Id of the metric. */
  readonly metric: string
  readonly is: 'at least' | 'at most'
  /** In the metric's own unit; a share is 0…1. */
  readonly value: number
}

/** A goal for one lane over one conversation, in one window. */
export interface Challenge {
  readonly title: string
  readonly conditions: readonly Condition[]
}

/** What a challenge is about: who changes that solves another one. */
export type Ground = Pick<RunChoices, 'source' | 'seed' | 'budget' | 'counter'>

/** The challenge on the page; null for none. */
export const useChallenge = create<{
  readonly challenge: Challenge | null
  readonly ground: Ground | null
}>(() => ({ challenge: null, ground: null }))

/** Most conditions of a challenge, and characters of its title. */
export const MOST_CONDITIONS = 6
export const LONGEST_TITLE = 80

function groundOf({ source, seed, budget, counter }: RunChoices): Ground {
  return { source, seed, budget, counter }
}

/** Sets the challenge of a conversation and window, those of the page if none is named; null ends it. */
export function setChallenge(challenge: Challenge | null, choices: RunChoices = useChoices.getState()): void {
  useChallenge.setState({ challenge, ground: challenge === null ? null : groundOf(choices) })
}

/** Opens a challenge with the lanes that it begins with, as one step of undo. */
export function openChallenge(challenge: Challenge, opening: Ground & Pick<RunChoices, 'lanes'>): void {
  alter(opening)
  setChallenge(challenge)
}

/** Goes back to the conversation and window of the challenge; the lanes stay. */
export function backToGround(): void {
  const { ground } = useChallenge.getState()
  if (ground !== null) alter(ground)
}

/** Whether the choices are about the conversation and window of the challenge. */
export function isOnGround(choices: RunChoices, ground: Ground): boolean {
  return JSON.stringify(groundOf(choices)) === JSON.stringify(groundOf({ ...choices, ...ground }))
}

/** A condition in one lane. */
export interface Verdict {
  readonly met: boolean
  /** The figure as the tables write it; null where the run has none. */
  readonly text: string | null
}

/**
 * Each condition in a lane, in order. A metric without a value meets none, and neither does a run whose requests did not
 * all fit: what it saved was refused.
 */
export function verdicts(
  { conditions }: Pick<Challenge, 'conditions'>,
  { rows }: Pick<LaneResult, 'rows'>,
): readonly Verdict[] {
  return conditions.map(({ metric, is, value }) => {
    const row = rows.find(({ id }) => id === metric)
    if (row === undefined || row.value === null) return { met: false, text: null }
    const met = is === 'at least' ? row.value >= value : row.value <= value
    return { met: met && isFit(rows), text: row.text }
  })
}

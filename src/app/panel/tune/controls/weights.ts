import { named } from '../../../../engine/internal.ts'
import { policies, policyOf } from '../../../../engine/index.ts'
import type { Ratio } from '../../../../engine/index.ts'
import type { Config } from '../../../../config/index.ts'
import { useEffect, useState } from 'react'
import type { Unmoved } from '../../../../sim/index.ts'
import type { Comparison } from '../../../../worker/protocol.ts'
import { unmovedKnob } from '../../../store/run/questions.ts'

/** A signal of the lane's policy, with its written weight and its share of the score. */
export interface WeightRow {
  readonly name: string
  readonly label: string
  readonly meaning: string
  readonly path: readonly string[]
  /** As written; if missing, the policy's own. */
  readonly weight: number
  /** Part of the score, as the engine scales the weights. */
  readonly share: Ratio
  /** The policy's own. */
  readonly own: number
}

const WEIGHTS = ['eviction', 'weights']

/** The weights of a lane's policy in order; empty for a policy of a single signal. */
export function weightRows({ eviction }: Pick<Config, 'eviction'>): readonly WeightRow[] {
  const { policy: name, weights } = eviction
  const entry = named(policies, name)
  if (entry === undefined || entry.terms.length < 2) return []
  const shares = sharesOf(name, weights)
  return entry.terms.map(({ signal }) => {
    const own = entry.weights[signal.name] ?? 0
    return {
      name: signal.name,
      label: signal.label,
      meaning: signal.meaning,
      path: [...WEIGHTS, signal.name],
      weight: weights?.[signal.name] ?? own,
      share: shares.get(signal.name) ?? 0,
      own,
    }
  })
}

/** Every weight the same, so that they sum to 1. */
export function equalWeights(
  rows: readonly WeightRow[],
): readonly { path: readonly string[]; value: number }[] {
  const value = Number((1 / rows.length).toFixed(3))
  return rows.map(({ path }) => ({ path, value }))
}

/** Minimum of a weight: if all were 0, nothing would be ranked. */
export function leastWeight(rows: readonly WeightRow[], name: string): number {
  return rows.some((row) => row.name !== name && row.weight > 0) ? 0 : 0.01
}

function sharesOf(policy: string, weights: Config['eviction']['weights']): ReadonlyMap<string, Ratio> {
  try {
    return new Map(policyOf(policy, weights).terms.map(({ signal, weight }) => [signal.name, weight]))
  } catch {
    // The config's constraints report weights that are all 0.
    return new Map()
  }
}

/** Milliseconds without a change before the question is asked, which runs the lane a few times. */
const IDLE = 1000

/**
 * Which of some numbers have no effect in a run, asked one after the other after a second without changes, and
 * cancelled by a change.
 *
 * @param keys paths joined by dots, in one text, so that equal lists are one question; null asks nothing
 */
export function useUnmoved(
  comparison: Comparison,
  lane: string,
  keys: string | null,
): ReadonlyMap<string, Unmoved> {
  const [known, setKnown] = useState<{
    readonly of: Comparison | null
    readonly answers: ReadonlyMap<string, Unmoved>
  }>({
    of: null,
    answers: new Map(),
  })
  useEffect(() => {
    if (keys === null || keys === '') return undefined
    const leaving = new AbortController()
    const ask = async (): Promise<void> => {
      const answers = new Map<string, Unmoved>()
      for (const key of keys.split(' ')) {
        answers.set(key, await unmovedKnob(comparison, lane, key.split('.'), { signal: leaving.signal }))
        if (leaving.signal.aborted) return
        setKnown({ of: comparison, answers: new Map(answers) })
      }
    }
    const timer = window.setTimeout(() => {
      // A question that was cancelled or replaced is not a failure.
      ask().catch(() => undefined)
    }, IDLE)
    return () => {
      window.clearTimeout(timer)
      leaving.abort()
    }
  }, [comparison, lane, keys])
  return known.of === comparison ? known.answers : new Map()
}

import { presetConfig } from '../../config/index.ts'
import type { PartialConfig } from '../../config/index.ts'
import type { TokenCounter } from '../../engine/index.ts'
import { limitSetting } from '../../engine/internal.ts'
import { metrics, run, takeIn, unmanagedPeak } from '../../sim/index.ts'
import type { Intake, MetricId, TimelineData, Trace } from '../../sim/index.ts'

export interface Conversation {
  readonly name: string
  readonly trace: Trace
  readonly intake: Intake
  readonly counter: TokenCounter
  /** Tokens of the longest prompt if nothing is ever removed. */
  readonly peak: number
}

/** The conversations in which claims are measured, and their runs, each made once. */
export interface Material {
  readonly conversations: readonly Conversation[]
  /** A preset in a window of a share of the peak, with changes. */
  run(conversation: Conversation, preset: string, share: number, changes?: PartialConfig): TimelineData
}

/** @param traces conversations by their name */
export function materialOf(traces: readonly (readonly [string, Trace])[], counter: TokenCounter): Material {
  const conversations = traces.map(([name, trace]) => {
    const intake = takeIn(trace, counter)
    return { name, trace, intake, counter, peak: unmanagedPeak(intake) }
  })
  const runs = new Map<string, TimelineData>()
  return {
    conversations,
    run({ name, trace, intake, peak }, preset, share, changes = {}) {
      const key = JSON.stringify([name, preset, share, changes])
      const config = {
        ...presetConfig(preset),
        ...changes,
        max_context_tokens: Math.min(limitSetting.max, Math.max(limitSetting.min, Math.floor(peak * share))),
      }
      const data = runs.get(key) ?? run(trace, config, { intake }).data
      runs.set(key, data)
      return data
    },
  }
}

/** A metric of a run; null if it does not apply. */
export function figure(data: TimelineData, id: MetricId): number | null {
  return metrics({ data }).find((row) => row.id === id)?.value ?? null
}

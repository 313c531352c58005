import { atomicWindow, stages, trimToBudget, validate } from '../../engine/index.ts'
import { applyChanges } from '../../engine/internal.ts'
import type { Message, Stage, StrategySettings, Trimmed, Window } from '../../engine/index.ts'
import { completeConfig, strategySettings } from '../../config/index.ts'
import type { PartialConfig } from '../../config/index.ts'
import { requestOf } from './ours.ts'
import type { Prepared } from './ours.ts'

/** Settings of a run as the engine's stages take them. */
function settingsOf(config: PartialConfig): StrategySettings {
  return strategySettings(completeConfig(config))
}

/** A stage with settings that halve a conversation: by tokens for `trim`, by messages for `slide`. */
export function halving(name: 'trim' | 'slide', { intake }: Prepared): Stage {
  const max_messages = Math.floor(intake.trace.messages.length / 2)
  const settings = settingsOf({ token_trim: { reserve: 0.5 }, atomic_window: { max_messages } })
  const stage = stages[name]?.build(settings, null)
  if (stage === undefined) throw new RangeError(`no stage of this name: ${name}`)
  return stage
}

/** Runs a stage once over blocks that were counted at intake, and returns the remaining window. */
export function acted(stage: Stage, { view, context, intake }: Prepared): Window {
  const step = stage.act(view, stage.initial, context).next()
  if (step.done !== true || step.value.edits.length === 0) {
    throw new RangeError(`nothing was trimmed by ${stage.name}`)
  }
  const changes = step.value.edits.flatMap((edit) => edit.changes)
  return applyChanges(view.window, changes, intake.messageOverhead, view.block).window
}

/** A trim of a plain list of messages, counted inside the call as a peer does. */
export function trimListHalf(messages: readonly Message[], budget: number): Trimmed {
  return trimToBudget(messages, { maxTokens: budget, reserve: 0 })
}

export function slideListHalf(messages: readonly Message[]): Trimmed {
  return atomicWindow(messages, { maxMessages: Math.floor(messages.length / 2) })
}

/** Throws if the fast answer is wrong; returns the orphans left. */
export function checkWindow(prepared: Prepared, window: Window): number {
  return checkList(requestOf(prepared, window).messages)
}

export function checkList(messages: readonly Message[]): number {
  const violations = validate(messages, 'anthropic')
  if (violations.length > 0) throw new Error(`invalid request: ${violations[0]?.message ?? ''}`)
  return violations.filter(({ ids }) => ids.length > 0).length
}

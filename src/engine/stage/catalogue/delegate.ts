import { absorbed, promisedBy, standingTokens } from '../compression/absorb.ts'
import type { CompressionSettings } from '../compression/declaration.ts'
import { sourceAt, taskText } from '../compression/source.ts'
import { positionsOf, unitsOf } from '../compression/stretch.ts'
import type { Unit } from '../compression/stretch.ts'
import type { GuardSettings } from '../../policy/guards/guarded.ts'
import { done, rungHeldBack, rungTrigger, skipped, whereAsked } from '../contract/trigger.ts'
import type { RungSettings } from '../contract/trigger.ts'
import type { Answer, Ask } from '../../core/llm/ask.ts'
import type { Tokens, Turn } from '../../core/units.ts'
import { startAsking } from '../contract/asking.ts'
import { above, byAmount } from '../../policy/edit-trigger.ts'
import type { PlannedTrigger } from '../../policy/edit-trigger.ts'
import type { FinishedSubtask, Stage, StageContext, StageResult, SubagentCost } from '../contract/stage.ts'
import type { WindowView } from '../../policy/window/view.ts'
import { heldBack, leftUndone } from '../contract/worth.ts'
import type { WorthSettings } from '../contract/worth.ts'
import type { StageEntry } from './entry.ts'
import { GATES, CACHE, LADDER, BREAKER } from './obeyed.ts'
import { rungOf, rung } from './rung.ts'

/** A shorter report would be useless. */
const LEAST_REPORT: Tokens = 16

/** A run of messages that a sub-agent could have handled. */
interface Errand {
  readonly positions: readonly number[]
  readonly calls: number
  readonly tokens: Tokens
}

/**
 * Sub-agent delegation (COMP-7): the largest finished piece of work on one instruction, with enough calls to be worth
 * it, is replaced by the report that a sub-agent would have returned. Its cost is recorded as if it had run in a window
 * of its own.
 */
export function delegateStage(
  compression: CompressionSettings,
  settings: GuardSettings,
  rung: RungSettings,
): Stage<null> {
  return {
    name: 'delegate',
    phase: 'call',
    initial: null,
    *act(view, state, context) {
      const trigger = rungTrigger(view, rung, false)
      if (trigger === null) return skipped(state, 'below_trigger')
      const errands = errandsIn(view, settings, context, compression.keepMessages)
      const worth = errands.filter(({ calls }) => calls >= compression.delegation.minCalls)
      const largest = worth.toSorted((a, b) => b.tokens - a.tokens)[0]
      if (largest === undefined) return skipped(state, 'nothing_to_compress')
      const promised = promisedBy(view, largest.positions, mostOf(largest, compression))
      const held = rungHeldBack(view, rung, trigger, promised)
      if (held !== null) return leftUndone(state, held)
      return yield* handOver(view, state, context, compression, {
        stage: 'delegate',
        errand: largest,
        title: '',
        trigger,
      })
    },
  }
}

/**
 * The same before there is pressure, for a subtask that the scenario marks: it is delegated once it is finished
 * (`delegation.ahead`), whatever its size.
 *
 * @param worth settings that decide whether it pays for the cache it rewrites; missing: it does not
 */
export function delegateAheadStage(
  compression: CompressionSettings,
  settings: GuardSettings,
  worth?: WorthSettings,
): Stage<null> {
  return {
    name: 'delegate_ahead',
    phase: 'call',
    initial: null,
    *act(view, state, context) {
      const { minCalls } = compression.delegation
      const large = context.finished.filter((subtask) => callsIn(view, subtask) >= minCalls)
      if (large.length === 0) return skipped(state, 'below_trigger')
      const units = unitsOf(view, settings, context, 0, true)
      for (const subtask of large.toReversed()) {
        const own = units.all.filter((unit) => !unit.held && isWorkOf(subtask, unit, view))
        const errand = errandOf(view, positionsOf(units.closed(own)))
        if (errand.calls < minCalls) continue
        const promised = promisedBy(view, errand.positions, mostOf(errand, compression))
        const held = worth === undefined ? null : heldBack(view, worth, { ...promised, anySize: true })
        if (held !== null) return leftUndone(state, held)
        const { title } = subtask
        const by = byAmount('compression.delegation.min_calls', minCalls)
        return yield* handOver(view, state, context, compression, {
          stage: 'delegate_ahead',
          errand,
          title,
          trigger: above('calls', errand.calls, minCalls, by),
        })
      }
      return skipped(state, 'below_trigger')
    },
  }
}

/** Calls made in the turns of a subtask that are still there. */
function callsIn(view: WindowView, { from, to }: FinishedSubtask): number {
  let calls = 0
  for (const { type, turn } of view.blocks) if (type === 'tool_call' && turn >= from && turn <= to) calls += 1
  return calls
}

/** Whether a message is work for a sub-agent: all of it in the subtask's turns, and nothing from the user. */
function isWorkOf({ from, to }: FinishedSubtask, unit: Unit, { blocks }: WindowView): boolean {
  for (let at = unit.from; at < unit.to; at++) {
    const block = blocks[at]
    if (block === undefined || block.message < 0 || block.type === 'user_message') return false
    // The results of its last calls arrive one turn later.
    const last = block.type === 'tool_result' ? to + 1 : to
    if (block.turn < from || block.turn > last) return false
  }
  return true
}

function* handOver(
  view: WindowView,
  state: null,
  context: StageContext,
  compression: CompressionSettings,
  {
    stage,
    errand,
    title,
    trigger,
  }: {
    readonly stage: string
    readonly errand: Errand
    readonly title: string
    readonly trigger: PlannedTrigger
  },
): Generator<Ask, StageResult<null>, Answer> {
  const asking = startAsking(context.breaker, compression.breakerAfter)
  if (!asking.allowed()) return skipped(state, 'breaker_open')
  const { positions } = errand
  const sources = positions.map((position) => sourceAt(view, position, context))
  const heading = `[Report of a sub-agent on ${title === '' ? `${errand.calls} calls` : `“${title}”`}, turns ${turnAt(view, positions[0])} to ${turnAt(view, positions.at(-1))}.]\n`
  const room = mostOf(errand, compression) - context.count(heading)
  if (room < LEAST_REPORT) return skipped(state, 'nothing_to_compress')
  const answer = yield* asking.ask({
    kind: 'delegate',
    ...whereAsked(view, context, stage),
    sources,
    task: title === '' ? taskText(view, context) : title,
    previous: null,
    update: 'regenerate',
    maxTokens: room,
  })
  if (answer === null) return skipped(state, 'summary_discarded', 0, asking.verdicts)
  const text = heading + answer
  const tokens = context.count(text)
  if (tokens >= errand.tokens) {
    asking.settle('not_smaller')
    return skipped(state, 'summary_discarded', tokens - errand.tokens, asking.verdicts)
  }
  asking.settle('used')
  return done(
    state,
    [
      {
        changes: absorbed(view, positions, text, tokens, context),
        trigger,
        compression: {
          step: 'sub_agent',
          sources,
          before: errand.tokens,
          after: tokens,
          asks: 1,
          subagent: costOf(view, errand, tokens),
        },
      },
    ],
    { verdicts: asking.verdicts },
  )
}

/** Maximum tokens of a report and its heading. */
function mostOf({ tokens }: Errand, { delegation }: CompressionSettings): Tokens {
  return Math.min(delegation.maxTokens, Math.floor(tokens / 2))
}

/** Runs of messages between user messages and protected ones: each is finished work on one instruction. */
function errandsIn(view: WindowView, settings: GuardSettings, context: StageContext, tail: number): Errand[] {
  const errands: Errand[] = []
  const units = unitsOf(view, settings, context, tail, true)
  let stretch: Unit[] = []
  const close = (): void => {
    if (stretch.length > 0) errands.push(errandOf(view, positionsOf(units.closed(stretch))))
    stretch = []
  }
  for (const unit of units.all) {
    const block = view.blocks[unit.from]
    const speaks = block?.type === 'user_message' || (block?.message ?? -1) < 0
    if (unit.held || speaks) close()
    else stretch.push(unit)
  }
  close()
  return errands
}

function errandOf(view: WindowView, positions: readonly number[]): Errand {
  const calls = positions.filter((position) => view.blocks[position]?.type === 'tool_call').length
  return { positions, calls, tokens: standingTokens(view, positions) }
}

/**
 * The cost of the work in a window of its own: system prompt and tools are sent with each of its calls, and all earlier
 * messages are sent again, as in any agent loop.
 */
function costOf(view: WindowView, { positions, calls }: Errand, report: Tokens): SubagentCost {
  let prompt = 0
  for (const [position, block] of view.blocks.entries()) {
    if (block.type === 'system_prompt' || block.type === 'tool_definition') {
      prompt += view.window.entries[position]?.tokens ?? 0
    }
  }
  let input = 0
  let output = report
  let reply = -1
  for (const position of positions) {
    const block = view.blocks[position]
    const tokens = view.window.entries[position]?.tokens ?? 0
    if (block?.role === 'assistant') {
      if (block.message !== reply) input += prompt
      reply = block.message
      output += tokens
    }
    prompt += tokens
  }
  // The report is one more call.
  return { from: turnAt(view, positions[0]), calls: calls + 1, input: input + prompt, output }
}

function turnAt(view: WindowView, position: number | undefined): Turn {
  return view.blocks[position ?? -1]?.turn ?? view.turn
}

export const delegateAheadEntry = {
  name: 'delegate_ahead',
  label: 'Delegate ahead',
  meaning: 'A marked subtask is replaced by a sub-agent’s report as soon as it is finished.',
  phase: 'call',
  settings: [
    'compression.delegation.min_calls',
    'compression.delegation.max_tokens',
    BREAKER,
    ...CACHE,
    ...GATES,
  ],
  asks: true,
  begins: ['compression.delegation.ahead'],
  makesRoom: true,
  build: ({ compression, eviction }) => delegateAheadStage(compression, eviction, eviction),
} as const satisfies StageEntry

export const delegateEntry = {
  name: 'delegate',
  label: 'Delegate',
  meaning: 'The largest finished part of tool work is replaced by a sub-agent’s report.',
  phase: 'call',
  settings: [
    'compression.delegation.min_calls',
    'compression.delegation.max_tokens',
    'compression.keep_messages',
    BREAKER,
    ...LADDER,
    'budget.enforce',
  ],
  asks: true,
  begins: ['compression.cascade'],
  makesRoom: true,
  at: rungOf('sub_agent', 0.95),
  build: (settings, at) =>
    delegateStage(settings.compression, settings.eviction, rung(settings, at, 'sub_agent', 0.95)),
} as const satisfies StageEntry

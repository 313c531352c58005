import { done } from '../contract/trigger.ts'
import { guardedWindow } from '../../policy/guards/guarded.ts'
import {
  fieldOf,
  firstCandidates,
  lastCandidates,
  REPLACED,
  STAYS,
  withoutWords,
} from '../../policy/candidate.ts'
import type { Candidates } from '../../policy/candidate.ts'
import type { Decision, Trigger } from '../../policy/decision.ts'
import { endMarkers, markerText, strandedThinking } from '../../policy/ends.ts'
import type { GuardTable } from '../../policy/guards/guarded.ts'
import { createLikeness } from '../../policy/signals/likeness.ts'
import { placeholdersIn } from '../../policy/placeholder.ts'
import { decisionOf } from '../../policy/record.ts'
import type { Ranking } from '../../policy/record.ts'
import { requestsOf } from '../../policy/signals/requests.ts'
import { scoreCandidates } from '../../policy/group-score.ts'
import type { Scores } from '../../policy/signals/score.ts'
import { createSelection, orderOf } from '../../policy/select.ts'
import type { EvictionSettings } from '../../policy/settings.ts'
import type { Policy, SignalContext } from '../../policy/signals/signal.ts'
import { isStillHeld } from '../eviction/held.ts'
import type { Held } from '../eviction/held.ts'
import { aimOf, causeOf, editTriggerOf, fittingLevel, targetOf, fromOrange } from '../eviction/trigger.ts'
import type { Block } from '../../core/message/block.ts'
import { floorShare } from '../../core/number/share.ts'
import type { BlockId, Tokens } from '../../core/units.ts'
import type { Change } from '../../core/window/change.ts'
import { overflows } from '../../core/window/ledger.ts'
import { isWhole } from '../../core/window/window.ts'
import { yielding } from './carry-notes.ts'
import { clippable } from './clip.ts'
import { quiet } from '../contract/quiet.ts'
import type { EditPlan, Stage, StageContext, StageNote, StageResult } from '../contract/stage.ts'
import type { WindowView } from '../../policy/window/view.ts'
import { heldBack, leastOf, leftUndone, paybackOf, pays } from '../contract/worth.ts'
import type { Intended } from '../contract/worth.ts'
import { policyOf } from '../../policy/policies/list.ts'
import type { StageEntry } from './entry.ts'
import { BATCH } from './obeyed.ts'
import { orange } from './rung.ts'

/**
 * Eviction of “Agent Context Window Management”, 3: when the window is in orange or over its limit, the lowest-ranked
 * blocks leave in one batch until the target is reached (EVI-4). Results are replaced by placeholders; when all are,
 * whole pairs leave. Protected blocks are never candidates.
 */
export function evictStage(policy: Policy, settings: EvictionSettings): Stage<Held | null> {
  return {
    name: 'evict',
    phase: 'call',
    initial: null,
    act: quiet((view, held, context) => {
      const cause = causeOf(view, settings)
      if (cause === null) return leftUndone(null, BELOW)
      if (held !== null && isStillHeld(held, cause, view, settings, context))
        return nothing(held, held.note, false)
      const plan = planned(view, policy, settings, context, cause)
      if ('code' in plan) {
        const isHeld = plan.code === 'held_back' && cause !== 'overflow'
        return nothing(
          isHeld ? { note: plan, cause, used: view.window.used } : null,
          plan,
          cause === 'overflow',
        )
      }
      const { shortfall = 0, trigger } = plan.decision?.() ?? {}
      const { limit, reserve } = view
      const note = shortfall > 0 ? ({ code: 'target_unreachable', tokens: shortfall } as const) : null
      const evicted = done(null, [plan], { note })
      // If eviction was held back on purpose, no model is asked either.
      if (trigger === undefined || trigger.aim <= trigger.target) return evicted
      return { ...evicted, holding: trigger.aim > limit - reserve ? 'cannot_fit' : 'held_back' }
    }),
  }
}

const BELOW: StageNote = Object.freeze({ code: 'below_trigger', tokens: 0 })

/** @param isOver whether the request does not fit: then the batch that was held back could not have made it fit */
function nothing(state: Held | null, note: StageNote, isOver: boolean): StageResult<Held | null> {
  const result = leftUndone(state, note)
  if (note.code === 'held_back') return { ...result, holding: isOver ? 'cannot_fit' : 'held_back' }
  return note.code === 'target_unreachable' ? { ...result, holding: 'cannot_fit' } : result
}

/**
 * One batch eviction: ranks the candidates and selects them until the aim is met, or returns why it selects none.
 * Linear in the window, except for sorting if the candidates are not in order already.
 */
export function planEviction(
  view: WindowView,
  policy: Policy,
  settings: EvictionSettings,
  context: StageContext,
  cause: Trigger['cause'],
): EditPlan | StageNote['code'] {
  const plan = planned(view, policy, settings, context, cause)
  return 'code' in plan ? plan.code : plan
}

/** A batch limited to some of the entries, with its own trigger. */
export interface Within {
  /** Whether the entry at a position may be selected; entries that belong to it leave too. */
  readonly has: (position: number) => boolean
  readonly trigger: Trigger
}

/** One batch among some of the entries, enough to free what the trigger asks for; null if none of them may leave. */
export function planWithin(
  view: WindowView,
  policy: Policy,
  settings: EvictionSettings,
  context: StageContext,
  within: Within,
): EditPlan | null {
  const plan = planned(view, policy, settings, context, within.trigger.cause, within)
  return 'code' in plan ? null : plan
}

/** The batch, or why there is none and the number of tokens concerned. */
function planned(
  view: WindowView,
  policy: Policy,
  settings: EvictionSettings,
  context: StageContext,
  cause: Trigger['cause'],
  within: Within | null = null,
): EditPlan | StageNote {
  const { limit, reserve } = view
  const { used } = view.window
  const batch = batchOf(view, policy, settings, context, { cause, within, whole: false })
  if (cause !== 'overflow' || within !== null || !settings.placeholders) return made(batch)
  if (reaches(batch, limit - reserve)) return made(batch)
  // Placeholders do not make it fit: tool groups leave whole, if that does, rather than a turn later and too late.
  const whole = batchOf(view, policy, settings, context, { cause, within, whole: true })
  const later = laterIn(view, guardedWindow(view, settings, context).gates, context)
  const better = [limit - reserve, limit - reserve + later, limit, limit + later].find(
    (level) => reaches(batch, level) || reaches(whole, level),
  )
  return made(better === undefined || reaches(batch, better) ? batch : whole)

  function reaches(planned: Batch | StageNote, level: Tokens): boolean {
    return used - ('code' in planned ? 0 : planned.freed) <= level
  }

  function made(planned: Batch | StageNote): EditPlan | StageNote {
    return 'code' in planned ? planned : planned.plan()
  }
}

/** Tokens that later steps free if the request would not fit: from the notes, and from what just arrived. */
function laterIn(view: WindowView, gates: GuardTable, context: StageContext): Tokens {
  return clippable(view, gates) + yielding(view, context)
}

/** A batch that is not made yet. */
interface Batch {
  readonly freed: Tokens
  /** Makes it, and stores the replaced content. */
  readonly plan: () => EditPlan | StageNote
}

/** Candidates that are taken together. */
interface Choice {
  readonly of: () => Candidates
  /** They are taken only while the window is above this level; missing: until the batch is complete. */
  readonly downTo?: Tokens
}

/** Share of the limit by which a batch grows until it breaks even, if nothing else says how large a batch is. */
const DEEPER = 0.02

/** How a batch is made. */
interface Wanted {
  readonly cause: Trigger['cause']
  readonly within: Within | null
  /** Tool groups that can leave whole do so, without leaving placeholders first. */
  readonly whole: boolean
}

function batchOf(
  view: WindowView,
  policy: Policy,
  settings: EvictionSettings,
  context: StageContext,
  { cause, within, whole: isWholesale }: Wanted,
): Batch | StageNote {
  const excess = Math.max(0, view.window.used - targetOf(view, settings))
  const gated = guardedWindow(view, settings, context)
  const { columns, groups, gates } = gated
  const field = fieldOf(gated)
  const placeholders = placeholdersIn(view.blocks, context, settings.placeholderTokens)
  const first = firstCandidates(field, settings.placeholders ? placeholders : null, isWholesale)
  const later = cause === 'overflow' ? laterIn(view, gates, context) : 0
  const isUsers = (position: number): boolean => blockAt(position).type === 'user_message'
  // A component over its own limit may have nothing but the user's words.
  const mostWords = within === null ? floorShare(settings.userShare, view.limit) : 0
  const [others, agents, users] = withoutWords(first.candidates, columns, { isUsers, most: mostWords })
  let said: Tokens = 0
  for (const position of users.positions) said += columns.tokens[position] as number
  const trigger = within?.trigger ?? aimOf(view, settings, cause, { floor: floor(), said, later })
  if (typeof trigger === 'string')
    return trigger === 'below_trigger' ? BELOW : { code: trigger, tokens: excess }
  const selection = createSelection(columns, groups, context.messageOverhead, placeholders.tokens)
  const { fates } = selection
  let whole: readonly Block[] | null = null
  const signals: SignalContext = {
    turn: view.turn,
    seed: context.seed,
    references: context.references,
    get requests() {
      return requestsOf(view.facts, view.block, context.text)
    },
    embedding: context.embedding,
    task: context.task,
    get window() {
      whole ??= view.blocks.filter((_, position) => {
        const entry = view.window.entries[position]
        return entry !== undefined && isWhole(entry)
      })
      return whole
    },
    likeness: context.likeness ?? createLikeness(),
    typeTtl: settings.typeTtl,
  }
  /** In the order in which they are taken, the next when the one before is used up. */
  const choices: readonly Choice[] = [
    { of: () => others },
    ...(settings.placeholders ? [{ of: () => lastCandidates(field, fates) }] : []),
    { of: () => agents },
    // The target is not worth what the user said, which nobody can look up again; only that the request fits is.
    { of: () => users, downTo: fittingLevel(view, settings) },
  ]
  const rankings: Ranking[] = []
  let markers: readonly number[] = []
  const along: number[] = []
  take(trigger.toFree)
  // An alert that demands room now is not held back (HEALTH-2), nor is a component over its own limit.
  const isJudged = !context.emergency && within === null
  let payback = paybackOf(view, settings, intended())
  let isDeeper = false
  if (isJudged && settings.batch === 'break_even' && cause !== 'overflow') {
    const step = Math.max(leastOf(settings, view.limit), Math.ceil(DEEPER * view.limit))
    // What is rewritten hardly grows with the batch, but what it frees does: a deeper one pays sooner.
    while (!pays(payback, settings)) {
      const before = selection.freed()
      take(before + step)
      if (selection.freed() === before) break
      payback = paybackOf(view, settings, intended())
      isDeeper = true
    }
  }
  const { frees: freed } = intended()
  if ((cause === 'preemptive' || cause === 'cold') && freed < 1)
    return { code: 'nothing_evictable', tokens: excess }
  if (!fates.some((fate) => fate !== STAYS)) return { code: 'nothing_evictable', tokens: excess }
  const held = isJudged
    ? heldBack(view, settings, { ...intended(), growth: view.reading.velocity, inVain: isInVain() }, payback)
    : null
  // A batch that grew has what it frees as its aim.
  const by = isDeeper ? { ...trigger, aim: view.window.used - freed, toFree: freed } : trigger
  return held ?? { freed, plan: () => plan(by) }

  function plan(by: Trigger): EditPlan | StageNote {
    const changes = changesOf()
    if (changes.length === 0) return { code: 'nothing_evictable', tokens: excess }
    const batch = {
      stage: 'evict',
      view,
      policy,
      signals,
      trigger: by,
      gates,
      groups,
      rankings,
      along,
      freed,
      rewrites: payback.rewrites,
      paysAfter: payback.paysAfter,
      placeholderTokens: placeholders.tokens,
      markerTokens: (position: number) => (markers.includes(position) ? markerTokens(position) : 0),
    }
    let decision: Decision | null = null
    return {
      changes,
      trigger: editTriggerOf(view, settings, by),
      // Both the stage and the audit log use it; on a large window it costs more than the eviction.
      decision() {
        decision ??= decisionOf(batch, context.detail)
        return decision
      },
    }
  }

  /** Selects until this much is free. Markers cost a little of it, so the batch may have to grow by a block or two. */
  function take(wanted: Tokens): void {
    let goal = wanted
    for (let round = 0; round < 4; round++) {
      takeMore(goal)
      for (const position of strandedThinking(columns, fates)) {
        selection.drop(position)
        along.push(position)
      }
      markers = endMarkers(columns, fates, gated.running)
      const missing = wanted - intended().frees
      if (missing <= 0) return
      goal += missing
    }
  }

  function intended(): Pick<Intended, 'frees' | 'changes'> {
    return { frees: selection.freed() - markerCost(), changes: (position) => fates[position] !== STAYS }
  }

  /** Whether the rest still does not fit, whatever later steps free. */
  function isInVain(): boolean {
    const { limit, reserve, window } = view
    const left = window.used - freed
    if (!overflows(left, limit, reserve)) return false
    if (window.used > limit && left - later <= limit) return false
    return overflows(left - later, limit, reserve)
  }

  /** Tokens that stay under any policy; placeholders are counted one by one only if the result is close. */
  function floor(): Tokens {
    const { limit, reserve, window } = view
    const least = window.used - first.movable
    if (cause !== 'overflow' || !overflows(least, limit, reserve)) return least
    const { positions, fates: ofRow } = first.candidates
    let spared = 0
    for (let row = 0; row < positions.length; row++) {
      const at = positions[row] as number
      if (ofRow[row] !== REPLACED) continue
      const content = columns.content[at] as number
      spared += content - placeholders.tokens(at) - Math.max(0, content - placeholders.most)
    }
    return least - spared
  }

  /** The candidates among the entries that the batch is limited to. */
  function chosen(candidates: Candidates): Candidates {
    if (within === null) return candidates
    const rows = Array.from(candidates.positions.keys()).filter((row) =>
      within.has(candidates.positions[row] as number),
    )
    return {
      positions: Int32Array.from(rows, (row) => candidates.positions[row] as number),
      fates: Uint8Array.from(rows, (row) => candidates.fates[row] as number),
    }
  }

  function takeMore(goal: Tokens): void {
    for (const [place, { of, downTo = 0 }] of choices.entries()) {
      const wanted = Math.min(goal, Math.max(0, view.window.used - downTo))
      if (place > 0 && selection.freed() >= wanted) continue
      const ranking = (rankings[place] ??= rank(chosen(of())))
      ranking.taken = selection.takeUntil(ranking.candidates, ranking.order, ranking.taken, wanted)
    }
  }

  function rank(candidates: Candidates): Ranking {
    const [only, ...others] = policy.terms
    const byAge = others.length === 0 && only?.signal.byAge === true
    let made: Scores | undefined
    const scores = (): Scores =>
      (made ??= scoreCandidates(policy, candidates, columns, groups, blockAt, signals))
    return {
      candidates,
      scores,
      order: orderOf(candidates, byAge ? null : scores().keys, columns),
      taken: 0,
    }
  }

  function blockAt(position: number): Block {
    return view.blocks[position] as Block
  }

  /** Extra cost of markers compared with dropping their messages; a message shorter than its marker stays. */
  function markerCost(): Tokens {
    let total = 0
    for (const position of markers) {
      total += markerTokens(position)
      if (blockAt(position).message >= 0) total += context.messageOverhead
    }
    return total
  }

  function markerTokens(position: number): Tokens {
    return Math.min(context.count(markerText(blockAt(position))), columns.content[position] as Tokens)
  }

  function changesOf(): Change[] {
    const list: Change[] = []
    for (let position = 0; position < fates.length; position++) {
      const fate = fates[position]
      if (fate === STAYS) continue
      const block = columns.id[position] as BlockId
      if (fate === REPLACED) {
        const { text, tokens } = placeholders.at(position)
        list.push({ verb: 'replace', block, content: context.store(text), tokens })
      } else if (markers.length === 0 || !markers.includes(position)) {
        list.push({ verb: 'drop', block })
      } else {
        const text = markerText(view.block(block))
        const tokens = context.count(text)
        if (tokens < (columns.content[position] as Tokens)) {
          list.push({ verb: 'replace', block, content: context.store(text), tokens })
        }
      }
    }
    return list
  }
}

export const evictEntry = {
  name: 'evict',
  label: 'Evict',
  meaning: 'In orange or red, the lowest-ranked blocks are evicted in one batch, down to the target.',
  phase: 'call',
  settings: [
    'eviction.policy',
    'eviction.weights',
    'eviction.scoring',
    'eviction.type_ttl',
    'eviction.user_share',
    ...BATCH,
  ],
  begins: ['pressure.thresholds.orange'],
  makesRoom: true,
  at: orange,
  build(settings, at) {
    const { policy, weights, scoring } = settings.eviction
    return evictStage(policyOf(policy, weights, scoring), fromOrange(settings, at))
  },
} as const satisfies StageEntry

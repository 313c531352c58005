import { fieldOf, firstCandidates, lastCandidates } from '../eviction/candidate.ts'
import type { Candidates } from '../eviction/candidate.ts'
import { columnsOf } from '../eviction/columns.ts'
import type { Decision, Trigger } from '../eviction/decision.ts'
import { endMarkers, markerText, strandedThinking } from '../eviction/ends.ts'
import { REPLACED, STAYS } from '../eviction/fate.ts'
import { gateTable } from '../eviction/gates/list.ts'
import { createLikeness } from '../eviction/likeness.ts'
import { placeholderOf } from '../eviction/placeholder.ts'
import type { Placeholder } from '../eviction/placeholder.ts'
import { decisionOf } from '../eviction/record.ts'
import type { Ranking } from '../eviction/record.ts'
import { score } from '../eviction/score.ts'
import type { Scores } from '../eviction/score.ts'
import { createSelection, orderOf } from '../eviction/select.ts'
import type { EvictionSettings } from '../eviction/settings.ts'
import type { Policy, SignalContext } from '../eviction/signal.ts'
import { toolGroups } from '../eviction/tool-groups.ts'
import type { Block } from '../message/block.ts'
import { scaleToUsable, zoneOf } from '../pressure/pressure.ts'
import type { BlockId, Tokens } from '../units.ts'
import type { Change } from '../window/change.ts'
import { overflows } from '../window/ledger.ts'
import type { EditPlan, Stage, StageContext, StageNote, StageResult, WindowView } from './stage.ts'

/**
 * Eviction of article 003 §3: when the window is in orange or over its limit, the lowest-ranked blocks
 * leave in one batch until the target is reached (EVI-4). Results give way to placeholders; when all
 * have, whole pairs leave. Blocks behind gates are never asked about.
 */
export function evictStage(policy: Policy, settings: EvictionSettings): Stage<null> {
  return {
    name: 'evict',
    phase: 'call',
    meaning: 'In orange or red, the lowest-ranked blocks leave in one batch, down to the target.',
    initial: null,
    // oxlint-disable-next-line require-yield -- a stage is a generator; this one has nothing to ask a model.
    *act(view, state, context) {
      const cause = causeOf(view)
      if (cause === null) return nothing(state, 'below_trigger', 0)
      const plan = planEviction(view, policy, settings, context, cause)
      if (plan === 'below_trigger') return nothing(state, plan, 0)
      if (typeof plan === 'string') return nothing(state, plan, view.window.used - targetOf(view, settings))
      const shortfall = plan.decision()?.shortfall ?? 0
      const note = shortfall > 0 ? ({ code: 'target_unreachable', tokens: shortfall } as const) : null
      return { edits: [plan], state, outcome: 'done', note }
    },
  }
}

function nothing(state: null, code: StageNote['code'], tokens: Tokens): StageResult<null> {
  return { edits: [], state, outcome: 'skipped', note: { code, tokens: Math.max(0, tokens) } }
}

function causeOf(view: WindowView): Trigger['cause'] | null {
  if (overflows(view.window.used, view.limit, view.reserve)) return 'overflow'
  const zone = zoneOf(view.window.used / view.limit, view.thresholds)
  return zone === 'orange' || zone === 'red' ? 'zone' : null
}

function targetOf(view: WindowView, settings: EvictionSettings): Tokens {
  return Math.floor(scaleToUsable(settings.target, view.limit, view.reserve) * view.limit)
}

/**
 * One batch eviction: ranks the candidates and takes them until the aim is met, or says why it takes
 * none. Linear in the window, but for sorting where the order is not there already.
 */
export function planEviction(
  view: WindowView,
  policy: Policy,
  settings: EvictionSettings,
  context: StageContext,
  cause: Trigger['cause'],
): EditPlan | StageNote['code'] {
  const columns = columnsOf(view)
  const groups = toolGroups(columns, view.turn)
  const gates = gateTable(view, settings.gates, {
    columns,
    groups,
    pinned: context.pinned,
    protectedTypes: settings.protectedTypes,
  })
  const field = fieldOf(columns, groups, gates)
  const placeholders = placeholdersOf(view, context)
  const first = firstCandidates(field, settings.placeholders ? placeholders.tokens : null)
  const trigger = aimOf(view, settings, cause, view.window.used - first.movable)
  if (typeof trigger === 'string') return trigger
  const selection = createSelection(columns, groups, context.messageOverhead, placeholders.tokens)
  const { fates } = selection
  let live: readonly Block[] | null = null
  const signals: SignalContext = {
    turn: view.turn,
    seed: context.seed,
    references: context.references,
    embedding: context.embedding,
    task: context.task,
    get window() {
      live ??= view.blocks.filter((_, position) => view.window.entries[position]?.state === 'live')
      return live
    },
    likeness: context.likeness ?? createLikeness(),
    typeTtl: settings.typeTtl,
  }
  const rankings: Ranking[] = [rank(first.candidates)]
  let markers: readonly number[] = []
  const along: number[] = []
  let toFree = trigger.toFree
  // Markers cost a little of what was freed, so the batch may have to grow by a block or two.
  for (let round = 0; round < 4; round++) {
    takeMore(toFree)
    for (const position of strandedThinking(columns, fates)) {
      selection.drop(position)
      along.push(position)
    }
    markers = endMarkers(columns, fates)
    const missing = trigger.toFree - (selection.freed() - markerCost())
    if (missing <= 0) break
    toFree += missing
  }
  const changes = changesOf()
  if (changes.length === 0) return 'nothing_evictable'
  const freed = selection.freed() - markerCost()
  const batch = {
    view,
    policy,
    signals,
    trigger,
    gates,
    groups,
    rankings,
    along,
    freed,
    placeholderTokens: placeholders.tokens,
  }
  let decision: Decision | null = null
  return {
    changes,
    // Both the stage and the audit log ask; on a large window it costs more than the eviction.
    decision() {
      decision ??= decisionOf(batch, context.detail)
      return decision
    },
  }

  function takeMore(goal: Tokens): void {
    takeFrom(rankings[0], goal)
    if (selection.freed() >= goal || !settings.placeholders) return
    rankings[1] ??= rank(lastCandidates(field, fates))
    takeFrom(rankings[1], goal)
  }

  function takeFrom(ranking: Ranking | undefined, goal: Tokens): void {
    if (ranking === undefined) return
    ranking.taken = selection.takeUntil(ranking.candidates, ranking.order, ranking.taken, goal)
  }

  function rank(candidates: Candidates): Ranking {
    const [only, ...others] = policy.terms
    const byAge = others.length === 0 && only?.signal.byAge === true
    let made: Scores | undefined
    const scores = (): Scores => (made ??= score(policy, blocksOf(candidates), signals))
    return {
      candidates,
      scores,
      order: orderOf(candidates, byAge ? null : scores().keys, columns),
      taken: 0,
    }
  }

  function blocksOf({ positions }: Candidates): Block[] {
    return Array.from(positions, (position) => view.blocks[position] as Block)
  }

  /** What markers cost beyond having dropped their messages; a message shorter than its marker stays as it is. */
  function markerCost(): Tokens {
    let total = 0
    for (const position of markers) {
      const entry = view.window.entries[position]
      const block = view.blocks[position]
      if (entry === undefined || block === undefined) continue
      const content = entry.tokens - entry.overhead
      total += Math.min(context.count(markerText(block)), content)
      if (block.message >= 0) total += context.messageOverhead
    }
    return total
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

/** Placeholders of a window, each counted once, when it is first asked for. */
function placeholdersOf(view: WindowView, context: StageContext) {
  const made = new Map<number, Placeholder>()
  const make = (position: number): Placeholder => {
    const known = made.get(position)
    if (known !== undefined) return known
    const block = view.blocks[position]
    const placeholder = block === undefined ? NOTHING : placeholderOf(block, context.text, context.count)
    made.set(position, placeholder)
    return placeholder
  }
  return {
    at: make,
    tokens: (position: number): Tokens => make(position).tokens,
  }
}

const NOTHING: Placeholder = { text: '', tokens: 0 }

/** Share of the limit that must be evictable before a batch is taken from a window that cannot fit. */
const LEAST_BATCH = 0.05

/**
 * Where the batch aims, or why there is none. A target below what the gates hold cannot be reached by
 * anyone. Where the request can still be made to fit, trigger and target keep their shares of the room
 * above the gated blocks, or there would be a batch in every turn. Where it cannot fit, emptying the
 * window would lose everything for nothing: a batch takes its usual part, and only once there is
 * something to take. The shortfall is reported against the target.
 */
function aimOf(
  view: WindowView,
  settings: EvictionSettings,
  cause: Trigger['cause'],
  floor: Tokens,
): Trigger | 'below_trigger' | 'target_unreachable' {
  const { limit, reserve } = view
  const { used } = view.window
  const usable = limit - reserve
  const target = targetOf(view, settings)
  const room = usable - floor
  let aim = Math.min(target, usable)
  if (floor > target && room > 0) {
    const level = floor + (room * view.thresholds.orange * limit) / usable
    if (cause === 'zone' && used < level) return 'below_trigger'
    aim = Math.min(usable, Math.floor(floor + (room * target) / usable))
  } else if (room <= 0) {
    if (used - floor < LEAST_BATCH * limit) return 'target_unreachable'
    aim = Math.floor(floor + settings.target * (used - floor))
  }
  return { cause, zone: view.reading.zone, used, limit, reserve, target, aim, toFree: used - aim }
}

import { firstCandidates, lastCandidates, pairsOf } from '../eviction/candidate.ts'
import type { Candidate } from '../eviction/candidate.ts'
import type { Decision, Held, Ranked, Trigger } from '../eviction/decision.ts'
import { endMarkers, strandedThinking } from '../eviction/ends.ts'
import type { Marker } from '../eviction/ends.ts'
import { gateTable } from '../eviction/gates/list.ts'
import type { GateTable } from '../eviction/gates/list.ts'
import { placeholderFor } from '../eviction/placeholder.ts'
import { score } from '../eviction/score.ts'
import type { Scores } from '../eviction/score.ts'
import { createSelection, orderOf } from '../eviction/select.ts'
import type { Victim } from '../eviction/select.ts'
import type { EvictionSettings } from '../eviction/settings.ts'
import type { Policy } from '../eviction/signal.ts'
import { scaleToUsable } from '../pressure/pressure.ts'
import type { BlockId, Tokens } from '../units.ts'
import type { Change } from '../window/change.ts'
import { overflows } from '../window/ledger.ts'
import type { Entry } from '../window/window.ts'
import type { EditPlan, Stage, StageContext, StageResult, WindowView } from './stage.ts'

/** Survivors kept in a recorded decision; `explain` gives them all. */
const SURVIVORS_KEPT = 5

interface Ranking {
  readonly candidates: readonly Candidate[]
  readonly scores: Scores
  readonly order: Int32Array
  /** How many of `order`, from the front, were taken. */
  taken: number
}

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
      const trigger = triggerOf(view)
      if (trigger === null) return nothing(state, 'below_trigger', 0)
      const plan = planEviction(view, policy, settings, context, trigger)
      if (plan === null) return nothing(state, 'nothing_evictable', view.window.used - targetOf(view, settings))
      const shortfall = plan.decision?.shortfall ?? 0
      const note = shortfall > 0 ? ({ code: 'target_unreachable', tokens: shortfall } as const) : null
      return { edits: [plan], state, outcome: 'done', note }
    },
  }
}

function nothing(
  state: null,
  code: 'below_trigger' | 'nothing_evictable',
  tokens: Tokens,
): StageResult<null> {
  return { edits: [], state, outcome: 'skipped', note: { code, tokens: Math.max(0, tokens) } }
}

function triggerOf(view: WindowView): Trigger['cause'] | null {
  if (overflows(view.window.used, view.limit, view.reserve)) return 'overflow'
  return view.window.used >= view.thresholds.orange * view.limit ? 'zone' : null
}

function targetOf(view: WindowView, settings: EvictionSettings): Tokens {
  return Math.floor(scaleToUsable(settings.target, view.limit, view.reserve) * view.limit)
}

/**
 * One batch eviction: ranks the candidates and takes them until the aim is met. Null when there is
 * nothing to take. Exposed for the benchmark and for other stages that evict.
 */
export function planEviction(
  view: WindowView,
  policy: Policy,
  settings: EvictionSettings,
  context: StageContext,
  cause: Trigger['cause'],
): EditPlan | null {
  const gates = gateTable(view, settings.gates, {
    pinned: context.pinned,
    protectedTypes: settings.protectedTypes,
  })
  const pairs = pairsOf(view)
  const place = settings.placeholders ? placeholders(view, context) : null
  const first = firstCandidates(view, gates, pairs, place)
  const trigger = aimOf(view, settings, cause, floorOf(view, first, lastCandidates(view, gates, pairs, new Set())))

  const selection = createSelection(view.window, view.block, context.messageOverhead)
  const rankings: Ranking[] = []
  let markers: readonly Marker[] = []
  let along: readonly Entry[] = []
  let toFree = trigger.toFree
  // Markers cost a little of what was freed, so the batch may have to grow by a block or two.
  for (let round = 0; round < 4; round++) {
    takeMore(toFree)
    const dropped = droppedBy(selection.victims)
    along = strandedThinking(view, dropped)
    for (const entry of along) dropped.add(entry.block)
    markers = endMarkers(view, dropped)
    const missing = trigger.toFree - (selection.freed() + tokensOf(along) - costOf(markers, context))
    if (missing <= 0) break
    toFree += missing
  }
  if (selection.victims.length === 0) return null
  return writePlan(view, policy, context, trigger, gates, rankings, selection.victims, along, markers)

  function takeMore(goal: Tokens): void {
    rankings[0] ??= rank(first)
    const ranking = rankings[0]
    ranking.taken = selection.takeUntil(ranking.candidates, ranking.order, ranking.taken, goal)
    if (selection.freed() >= goal || !settings.placeholders) return
    if (rankings[1] === undefined) {
      const replaced = new Set(selection.victims.map((victim) => victim.candidate.block.id))
      rankings[1] = rank(lastCandidates(view, gates, pairs, replaced))
    }
    const last = rankings[1]
    last.taken = selection.takeUntil(last.candidates, last.order, last.taken, goal)
  }

  function rank(candidates: readonly Candidate[]): Ranking {
    const blocks = candidates.map((candidate) => candidate.block)
    const scores = score(policy, blocks, {
      turn: view.turn,
      seed: context.seed,
      references: context.references,
      embedding: context.embedding,
      task: context.task,
      window: view.window.entries
        .filter((entry) => entry.state === 'live')
        .map((entry) => view.block(entry.block)),
      typeTtl: settings.typeTtl,
    })
    return { candidates, scores, order: orderOf(candidates, scores.keys), taken: 0 }
  }
}

function placeholders(view: WindowView, context: StageContext) {
  const args = new Map<string, string>()
  for (const entry of view.window.entries) {
    const block = view.block(entry.block)
    if (block.type === 'tool_call' && block.call !== null) args.set(block.call.id, context.text(block.id))
  }
  return (block: { id: BlockId; call: { id: string; name: string } | null } & Parameters<typeof placeholderFor>[0]) => {
    const text = placeholderFor(block, args.get(block.call?.id ?? '') ?? '', context.text(block.id), context.count)
    return { text, tokens: context.count(text) }
  }
}

/** Tokens that stay whatever the policy does: everything no candidate could take. */
function floorOf(view: WindowView, first: readonly Candidate[], last: readonly Candidate[]): Tokens {
  const reducible = new Map<BlockId, Tokens>()
  for (const candidate of [...first, ...last]) {
    if (candidate.verb !== 'drop') continue
    for (const entry of candidate.entries) reducible.set(entry.block, entry.tokens)
  }
  let total = 0
  for (const tokens of reducible.values()) total += tokens
  return view.window.used - total
}

/**
 * Where the batch aims. A target below what the gates hold cannot be reached by anyone. Where the
 * request can still be made to fit, the batch leaves the target's share of the room above the gated
 * blocks; where it cannot, it takes no more than a usual batch, because emptying the window at every
 * turn would lose everything and still not fit. The shortfall is reported against the target.
 */
function aimOf(view: WindowView, settings: EvictionSettings, cause: Trigger['cause'], floor: Tokens): Trigger {
  const target = targetOf(view, settings)
  const room = view.limit - view.reserve - floor
  const share = settings.target * (room > 0 ? room : view.window.used - floor)
  const aim = floor <= target ? target : Math.floor(floor + share)
  return {
    cause,
    zone: view.reading.zone,
    used: view.window.used,
    limit: view.limit,
    reserve: view.reserve,
    target,
    aim,
    toFree: view.window.used - aim,
  }
}

function droppedBy(victims: readonly Victim[]): Set<BlockId> {
  const dropped = new Set<BlockId>()
  for (const { candidate } of victims) {
    if (candidate.verb === 'drop') for (const entry of candidate.entries) dropped.add(entry.block)
  }
  return dropped
}

/** Content alone: whether message overhead goes too is known when the edit is applied. */
function tokensOf(entries: readonly Entry[]): Tokens {
  let total = 0
  for (const entry of entries) total += entry.tokens - entry.overhead
  return total
}

function costOf(markers: readonly Marker[], context: StageContext): Tokens {
  let total = 0
  for (const marker of markers) total += Math.min(context.count(marker.text), marker.entry.tokens) + context.messageOverhead
  return total
}

function writePlan(
  view: WindowView,
  policy: Policy,
  context: StageContext,
  trigger: Trigger,
  gates: GateTable,
  rankings: readonly Ranking[],
  victims: readonly Victim[],
  along: readonly Entry[],
  markers: readonly Marker[],
): EditPlan | null {
  const marked = new Map(markers.map((marker) => [marker.entry.block, marker]))
  const changes = new Map<BlockId, Change>()
  let freed = 0
  for (const { candidate, placeholder, frees } of victims) {
    freed += frees
    for (const entry of candidate.entries) {
      const marker = marked.get(entry.block)
      if (marker !== undefined) {
        const tokens = context.count(marker.text)
        // A message shorter than its marker stays as it is.
        if (tokens >= entry.tokens - entry.overhead) changes.delete(entry.block)
        else {
          const content = context.store(marker.text)
          changes.set(entry.block, { verb: 'replace', block: entry.block, content, tokens })
        }
      } else if (placeholder !== null && candidate.verb === 'replace') {
        const content = context.store(placeholder.text)
        changes.set(entry.block, { verb: 'replace', block: entry.block, content, tokens: placeholder.tokens })
      } else {
        changes.set(entry.block, { verb: 'drop', block: entry.block })
      }
    }
  }
  for (const entry of along) changes.set(entry.block, { verb: 'drop', block: entry.block })
  if (changes.size === 0) return null
  freed += tokensOf(along) - costOf(markers, context)
  const ranked = rankings.flatMap((ranking, phase) => describe(ranking, phase === 0 ? 0 : (rankings[0]?.order.length ?? 0), context.detail))
  const survivors = ranked.filter((one) => !one.taken)
  const decision: Decision = {
    stage: 'evict',
    policy: policy.name,
    trigger,
    terms: policy.terms.map((term) => ({ signal: term.signal.name, weight: term.weight })),
    tieBreak: 'older turn first, then lower block number',
    candidates: rankings.reduce((total, ranking) => total + ranking.order.length, 0),
    held: gates.guarded.size,
    cut: rankings[0]?.taken ?? 0,
    victims: ranked.filter((one) => one.taken),
    survivors: context.detail ? survivors : survivors.slice(0, SURVIVORS_KEPT),
    gated: context.detail ? heldBlocks(gates) : null,
    along: along.map((entry) => entry.block),
    freed,
    shortfall: Math.max(0, view.window.used - freed - trigger.target),
  }
  return { changes: [...changes.values()], decision }
}

/** Ranked rows of a ranking: the taken and the first survivors, or all when asked for detail. */
function describe(ranking: Ranking, offset: number, detail: boolean): Ranked[] {
  const rows: Ranked[] = []
  const length = detail ? ranking.order.length : Math.min(ranking.order.length, ranking.taken + SURVIVORS_KEPT)
  for (let position = 0; position < length; position++) {
    const index = ranking.order[position] ?? -1
    const candidate = ranking.candidates[index]
    if (candidate === undefined) continue
    let frees = 0
    for (const entry of candidate.entries) frees += entry.tokens
    rows.push({
      block: candidate.block.id,
      blocks: candidate.entries.map((entry) => entry.block),
      verb: candidate.verb,
      rank: offset + position,
      values: ranking.scores.values.map((column) => column[index] ?? 0),
      score: ranking.scores.scores[index] ?? 0,
      key: ranking.scores.keys[index] ?? 0,
      frees: frees - (position < ranking.taken ? (candidate.placeholder?.().tokens ?? 0) : 0),
      taken: position < ranking.taken,
    })
  }
  return rows
}

function heldBlocks(gates: GateTable): Held[] {
  return [...gates.guarded].map(([block, list]) => ({ block, gates: list.map((gate) => gate.name) }))
}

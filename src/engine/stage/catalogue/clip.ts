import { guardedWindow } from '../../policy/guards/guarded.ts'
import type { GuardSettings } from '../../policy/guards/guarded.ts'
import type { Decision } from '../../policy/decision.ts'
import type { GuardTable } from '../../policy/guards/guarded.ts'
import type { BlockId, Tokens } from '../../core/units.ts'
import type { Change } from '../../core/window/change.ts'
import { overflows } from '../../core/window/ledger.ts'
import { isWhole } from '../../core/window/window.ts'
import type { Entry } from '../../core/window/window.ts'
import { quiet } from '../contract/quiet.ts'
import type { Stage, StageContext } from '../contract/stage.ts'
import type { WindowView } from '../../policy/window/view.ts'
import type { StageEntry } from './entry.ts'
import { done } from '../contract/trigger.ts'
import { GATES } from './obeyed.ts'

/** Below this a clipped result would contain little more than the note about clipping. */
const LEAST_KEPT: Tokens = 64

/**
 * The last cascade step before an overflow (EVI-4). When only protected blocks are left and the request still does not
 * fit, the results that just arrived are clipped, the largest most, if that makes it fit. If only the reserve cannot be
 * kept whole, they leave half of the remaining room to the reply. They keep head and tail; the whole content stays in the
 * store.
 */
export function clipStage(settings: GuardSettings): Stage<null> {
  return {
    name: 'clip',
    phase: 'overflow',
    initial: null,
    act: quiet((view, state, context) => {
      const { used } = view.window
      if (!overflows(used, view.limit, view.reserve)) {
        return { edits: [], state, outcome: 'skipped', note: { code: 'below_trigger', tokens: 0 } }
      }
      const excess = used + view.reserve - view.limit
      const results = running(view, guardedWindow(view, settings, context).gates)
      for (const toFree of used > view.limit ? [excess, excessOver(view, results)] : [excess]) {
        const { changes, freed } = clipped(results, toFree, context)
        if (freed < toFree) continue
        const decision = () => decisionOf(view, results, changes, { toFree, freed, detail: context.detail })
        const note = freed < excess ? ({ code: 'target_unreachable', tokens: excess - freed } as const) : null
        return done(state, [{ changes, decision }], { note })
      }
      // If the request is refused anyway, clipped results would be lost for nothing.
      return { edits: [], state, outcome: 'skipped', note: { code: 'nothing_evictable', tokens: excess } }
    }),
  }
}

/** Tokens over the limit, if the results have half of what all else leaves of it, and at least what clipping leaves of them. */
function excessOver({ window, limit }: WindowView, results: readonly Entry[]): Tokens {
  const sizes = results.map(contentOf)
  const whole = sizes.reduce((sum, tokens) => sum + tokens, 0)
  const least = sizes.reduce((sum, tokens) => sum + Math.min(tokens, LEAST_KEPT), 0)
  const room = limit - (window.used - whole)
  return whole - Math.min(room, Math.max(least, Math.floor(room / 2)))
}

const contentOf = ({ tokens, overhead }: Entry): Tokens => tokens - overhead

function clipped(
  results: readonly Entry[],
  toFree: Tokens,
  context: StageContext,
): { readonly changes: readonly Change[]; readonly freed: Tokens } {
  const cap = capFor(results, toFree)
  const changes: Change[] = []
  let freed = 0
  for (const entry of results) {
    const content = contentOf(entry)
    if (content <= cap) continue
    const text = clip(context.text(entry.block), content, cap, context.count)
    const tokens = context.count(text)
    if (tokens >= content) continue
    freed += content - tokens
    changes.push({ verb: 'clip', block: entry.block, content: context.store(text), tokens })
  }
  return { changes, freed }
}

/** Whole results of this turn that no guard protects from clipping. */
function running(
  view: WindowView,
  gates: GuardTable,
  stays: (position: number) => boolean = () => true,
): Entry[] {
  const arrived = new Set<BlockId>(view.arrived)
  return view.window.entries.filter((entry, position) => {
    if (!isWhole(entry) || !arrived.has(entry.block)) return false
    return view.block(entry.block).type === 'tool_result' && gates.free(position, 'clip') && stays(position)
  })
}

/** Maximum tokens that clipping can free from the results that just arrived and cannot be evicted. */
export function clippable(view: WindowView, gates: GuardTable): Tokens {
  const staying = running(view, gates, (position) => !gates.free(position, 'drop'))
  return staying.reduce((sum, entry) => sum + Math.max(0, contentOf(entry) - LEAST_KEPT), 0)
}

/** The size to which all larger results are clipped to free `excess` tokens; never below `LEAST_KEPT`. */
function capFor(results: readonly Entry[], excess: Tokens): Tokens {
  const sizes = results.map(contentOf).sort((a, b) => b - a)
  let total = 0
  for (let count = 1; count <= sizes.length; count++) {
    total += sizes[count - 1] ?? 0
    const cap = Math.floor((total - excess) / count)
    if (cap >= (sizes[count] ?? 0)) return Math.max(LEAST_KEPT, cap)
  }
  return LEAST_KEPT
}

/** Keeps the head and the tail of a text so that it costs at most `cap` tokens; two thirds go to the head. */
function clip(text: string, tokens: Tokens, cap: Tokens, count: (text: string) => Tokens): string {
  let share = cap / tokens
  for (let attempt = 0; attempt < 12; attempt++) {
    const keep = Math.max(0, Math.floor(text.length * share) - 40)
    const head = boundary(text, Math.floor((keep * 2) / 3))
    const tail = boundary(text, text.length - Math.floor(keep / 3))
    const clipped = `${text.slice(0, head)}\n[… ${tail - head} characters clipped …]\n${text.slice(tail)}`
    if (count(clipped) <= cap || keep === 0) return clipped
    share *= 0.85
  }
  return '[… clipped …]'
}

/** The nearest index at or before `at` that does not split a surrogate pair. */
function boundary(text: string, at: number): number {
  const code = text.charCodeAt(at)
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at
}

function decisionOf(
  view: WindowView,
  results: readonly Entry[],
  changes: readonly Change[],
  { toFree, freed, detail }: { readonly toFree: Tokens; readonly freed: Tokens; readonly detail: boolean },
): Decision {
  const clipped = new Map(changes.map((change) => [change.block, change]))
  const rows = results
    .toSorted((a, b) => b.tokens - a.tokens || a.block - b.block)
    .map((entry, rank) => {
      const change = clipped.get(entry.block)
      const after = change !== undefined && 'tokens' in change ? change.tokens : contentOf(entry)
      return {
        block: entry.block,
        blocks: [entry.block],
        verb: 'clip' as const,
        rank,
        values: [],
        score: 0,
        key: -entry.tokens,
        frees: contentOf(entry) - after,
        taken: change !== undefined,
      }
    })
  const fits = view.limit - view.reserve
  return {
    stage: 'clip',
    policy: 'largest running result',
    trigger: {
      cause: 'overflow',
      zone: view.reading.zone,
      used: view.window.used,
      limit: view.limit,
      reserve: view.reserve,
      target: fits,
      aim: view.window.used - toFree,
      toFree,
    },
    terms: [],
    tieBreak: 'lower block number',
    candidates: results.length,
    held: 0,
    cut: rows.filter((row) => row.taken).length,
    victims: rows.filter((row) => row.taken),
    survivors: rows.filter((row) => !row.taken).slice(0, detail ? rows.length : 5),
    gated: null,
    along: [],
    freed,
    shortfall: 0,
  }
}

export const clipEntry = {
  name: 'clip',
  label: 'Clip the newest results',
  meaning: 'When nothing else can be evicted, the newest results are clipped to make the request fit.',
  phase: 'overflow',
  settings: GATES,
  build: ({ eviction }) => clipStage(eviction),
} as const satisfies StageEntry

import { guardedWindow } from '../../policy/guards/guarded.ts'
import type { GuardSettings } from '../../policy/guards/guarded.ts'
import { promisedBy, shorten } from '../compression/in-place.ts'
import type { Shortening } from '../compression/in-place.ts'
import type { CompressionSettings } from '../compression/declaration.ts'
import { done, rungHeldBack, rungTrigger, skipped } from '../contract/trigger.ts'
import type { RungSettings } from '../contract/trigger.ts'
import type { BlockType } from '../../core/message/block.ts'
import type { BlockId, Tokens, Turn } from '../../core/units.ts'
import { isWhole } from '../../core/window/window.ts'
import { startAsking } from '../contract/asking.ts'
import type { Stage, StageContext } from '../contract/stage.ts'
import type { WindowView } from '../../policy/window/view.ts'
import { leftUndone } from '../contract/worth.ts'
import { floorShare } from '../../core/number/share.ts'
import type { StageEntry } from './entry.ts'
import { LADDER, BREAKER } from './obeyed.ts'
import { rungOf, rung } from './rung.ts'

/** The level of each shortened block, in all windows; a block that left its window is forgotten. */
export type Levels = readonly (readonly [block: BlockId, level: Level])[]
/** 0 whole, 1 key points, 2 one line, 3 a title. */
export type Level = 0 | 1 | 2 | 3

/** Types with text that may be rewritten; calls are structured, thinking is bound to its reply. */
const REWRITABLE: readonly BlockType[] = ['user_message', 'assistant_response', 'tool_result']

/** A level that frees less than this is not worth a request. */
const LEAST_FREED: Tokens = 20

/**
 * Progressive summarization (COMP-1): the older a block, the shorter it becomes, each level once. The greatest saving
 * comes first; the step stops at the target.
 */
export function progressiveStage(
  compression: CompressionSettings,
  settings: GuardSettings,
  rung: RungSettings,
): Stage<Levels> {
  return {
    name: 'progressive',
    phase: 'call',
    initial: [],
    *act(view, state, context) {
      const trigger = rungTrigger(view, rung, false)
      if (trigger === null) return skipped(state, 'below_trigger')
      const known = new Map(state)
      // If only history is over its budget, results are left to their own budget (BUD-6).
      const ofHistory = trigger.measure === 'component_tokens'
      const due = dueAt(view, compression, settings, context, known).filter(
        ({ position }) => !ofHistory || view.blocks[position]?.type !== 'tool_result',
      )
      if (due.length === 0) return skipped(state, 'nothing_to_compress')
      const promised = promisedBy(view, { list: due, goal: trigger.toFree })
      const held = rungHeldBack(view, rung, trigger, promised)
      if (held !== null) return leftUndone(state, held)
      const asking = startAsking(context.breaker, compression.breakerAfter)
      if (!asking.allowed()) return skipped(state, 'breaker_open')
      const {
        changes,
        compression: made,
        done: shortened,
      } = yield* shorten(view, context, asking, {
        stage: 'progressive',
        kind: 'summarize_block',
        step: 'progressive',
        list: due,
        goal: trigger.toFree,
        from: compression.progressive.from,
      })
      const { verdicts } = asking
      const levels = new Map(due.map(({ position, level }) => [view.window.entries[position]?.block, level]))
      for (const block of shortened) known.set(block, levels.get(block) ?? 0)
      const present = new Set(view.window.entries.map((entry) => entry.block))
      const next = [...known].filter(
        ([block]) => present.has(block) || view.block(block).window !== view.window.id,
      )
      if (changes.length === 0) return skipped(next, 'summary_discarded', 0, verdicts)
      return done(next, [{ changes, compression: made, trigger }], { verdicts })
    },
  }
}

/** Level of an age in turns. */
export function levelAt(age: Turn, { progressive }: CompressionSettings): Level {
  if (age <= progressive.fullUntil) return 0
  if (age <= progressive.keyPointsUntil) return 1
  return age <= progressive.oneLineUntil ? 2 : 3
}

/** Target size of a block at a level; never below the floor. */
export function aimOf(original: Tokens, level: Level, { progressive }: CompressionSettings): Tokens {
  const { keyPointsShare, oneLineShare, titleShare, floorTokens } = progressive
  const share = [1, keyPointsShare, oneLineShare, titleShare][level] ?? 1
  return Math.max(floorTokens, floorShare(share, original))
}

function dueAt(
  view: WindowView,
  compression: CompressionSettings,
  settings: GuardSettings,
  { pinned, text }: StageContext,
  known: ReadonlyMap<BlockId, Level>,
): (Shortening & { readonly level: Level })[] {
  const { gates } = guardedWindow(view, settings, { pinned })
  const due: (Shortening & { readonly level: Level; readonly frees: Tokens })[] = []
  for (const [position, entry] of view.window.entries.entries()) {
    const block = view.block(entry.block)
    if (block.message < 0 || !REWRITABLE.includes(block.type)) continue
    if ((!isWhole(entry) && entry.state !== 'summarized') || !gates.free(position, 'summarize')) continue
    const level = levelAt(view.turn - block.turn, compression)
    const standing = entry.tokens - entry.overhead
    const aim = aimOf(block.tokens, level, compression)
    if (level <= (known.get(entry.block) ?? 0) || standing - aim < LEAST_FREED) continue
    // A picture has no key points.
    if (text(block.id).trim() === '') continue
    due.push({ position, aim, level, frees: standing - aim })
  }
  return due.sort((a, b) => b.frees - a.frees || a.position - b.position)
}

export const progressiveEntry = {
  name: 'progressive',
  label: 'Shorten by age',
  meaning: 'Blocks are shortened as they age: key points, one line, a title.',
  phase: 'call',
  settings: ['compression.progressive', BREAKER, ...LADDER, 'budget.enforce'],
  asks: true,
  begins: ['compression.cascade'],
  makesRoom: true,
  at: rungOf('progressive', 0.85),
  build: (settings, at) =>
    progressiveStage(settings.compression, settings.eviction, rung(settings, at, 'progressive', 0.85)),
} as const satisfies StageEntry

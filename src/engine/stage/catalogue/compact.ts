import { askForSummary, oneSummary } from '../compression/one-summary.ts'
import { absorbed, contentTokens, promisedBy, standingTokens } from '../compression/absorb.ts'
import { summaryHeading } from '../compression/heading.ts'
import type { CompressionSettings } from '../compression/declaration.ts'
import { sourceAt, standingText, taskText } from '../compression/source.ts'
import { positionsOf, unitsOf } from '../compression/stretch.ts'
import type { GuardSettings } from '../../policy/guards/guarded.ts'
import { done, rungHeldBack, rungTrigger, skipped, whereAsked } from '../contract/trigger.ts'
import type { RungSettings } from '../contract/trigger.ts'
import { startAsking } from '../contract/asking.ts'
import type { Stage } from '../contract/stage.ts'
import { carriesState } from '../../core/message/block.ts'
import type { Block } from '../../core/message/block.ts'
import { leftUndone } from '../contract/worth.ts'
import type { StageEntry } from './entry.ts'
import { LADDER, BREAKER } from './obeyed.ts'
import { rungOf, rung } from './rung.ts'

/**
 * Conversation compaction (COMP-1, COMP-5): one summary replaces everything except the last messages and protected
 * blocks, and includes the previous summary. Acts from its threshold on, or when an alert demands it, or when history
 * is over its own budget and that is enforced (BUD-6).
 */
export function compactStage(
  compression: CompressionSettings,
  settings: GuardSettings,
  rung: RungSettings,
): Stage<null> {
  return {
    name: 'compact',
    phase: 'call',
    initial: null,
    *act(view, state, context) {
      const trigger = rungTrigger(view, rung, context.emergency)
      if (trigger === null) return skipped(state, 'below_trigger')
      const units = unitsOf(view, settings, context, compression.keepMessages)
      // Notes and a bootstrap are short already, and the notes are written again after each edit.
      const positions = positionsOf(units.all.filter((unit) => !unit.held)).filter(
        (position) => !isNotes(view.blocks[position]),
      )
      const isSummary = (position: number): boolean => view.blocks[position]?.type === 'summary'
      const fresh = positions.filter((position) => !isSummary(position))
      if (contentTokens(view, fresh) < compression.leastNew * view.limit)
        return skipped(state, 'nothing_to_compress')
      const before = standingTokens(view, positions)
      const most = Math.min(compression.summaryTokens, Math.floor(before / 2))
      const held = rungHeldBack(view, rung, trigger, promisedBy(view, positions, most))
      if (held !== null) return leftUndone(state, held)
      const asking = startAsking(context.breaker, compression.breakerAfter)
      if (!asking.allowed()) return skipped(state, 'breaker_open')
      const previous = positions.filter(isSummary).map((position) => standingText(view, position, context))
      const sources = fresh.map((position) => sourceAt(view, position, context))
      const written = yield* askForSummary(context, asking, {
        kind: 'compact',
        ...whereAsked(view, context, 'compact'),
        sources,
        task: taskText(view, context),
        update: compression.update,
        previous,
        heading: summaryHeading(view, fresh, previous),
        room: most,
        before,
      })
      if ('code' in written) return skipped(state, written.code, written.tokens, asking.verdicts)
      const { text, tokens } = written
      asking.settle('used')
      return done(
        state,
        [
          {
            changes: absorbed(view, positions, text, tokens, context),
            trigger,
            kept: { gated: units.gated, tailFrom: units.tailFrom },
            compression: oneSummary('conversation_compaction', sources, before, tokens),
          },
        ],
        { verdicts: asking.verdicts },
      )
    },
  }
}

function isNotes(block: Block | undefined): boolean {
  return block?.type === 'memory_injection' && carriesState(block)
}

export const compactEntry = {
  name: 'compact',
  label: 'Compact',
  meaning: 'The conversation is replaced by one summary; its last messages and the task stay.',
  phase: 'call',
  settings: [
    'compression.keep_messages',
    'compression.summary_tokens',
    'compression.update',
    'compression.least_new',
    BREAKER,
    ...LADDER,
    'budget.enforce',
  ],
  asks: true,
  begins: ['compression.cascade', 'compression.compaction_utilization_threshold'],
  makesRoom: true,
  at: rungOf('conversation_compaction', 0.92),
  build: (settings, at) =>
    compactStage(
      settings.compression,
      settings.eviction,
      rung(settings, at, 'conversation_compaction', 0.92),
    ),
} as const satisfies StageEntry

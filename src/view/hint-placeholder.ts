import type { TimelineData } from '../sim/index.ts'
import type { Hint } from './hint.ts'
import { obeyedIn } from './hint-held.ts'
import { placeholderMessage } from './hint-words.ts'
import { isStageWith } from '../engine/internal.ts'

/**
 * Whether some of a run's placeholders held more than they saved (EVI-5): a block gave way that had less than twice
 * the tokens of its placeholder, both as the window counted them, with the message's overhead where they bore it. The
 * level is that of the mean placeholder. Nothing where none was left.
 */
export function placeholderCost(
  data: Pick<
    TimelineData,
    'edits' | 'blocks' | 'exact' | 'limit' | 'spec' | 'set' | 'reserve' | 'thresholds'
  >,
): readonly Hint[] {
  // Where it was switched on or off in mid-run, it is no one setting that this would be about.
  if (new Set(obeyedIn(data).map(({ spec }) => spec.config.eviction.placeholders)).size > 1) return []
  const made = data.edits
    .filter(({ stage }) => isStageWith('leaves_placeholders', stage))
    .flatMap(({ blocks }) => blocks)
    .filter(({ verb, to, block }) => {
      const isResult = data.blocks[block]?.type === 'tool_result'
      return verb === 'replace' && to === 'placeholder' && isResult
    })
  if (made.length === 0) return []
  const smaller = made.filter(({ freed, added }) => freed < 2 * added).length
  if (smaller === 0) return []
  const mean = made.reduce((sum, { added }) => sum + added, 0) / made.length
  const message = placeholderMessage(
    { below: Math.round(2 * mean), mean: Math.round(mean), made: made.length, smaller },
    data,
  )
  const path = ['eviction', 'placeholders']
  return [{ key: path.join('.'), path, code: 'placeholder_cost', severity: 'hint', message }]
}

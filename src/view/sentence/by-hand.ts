import type { BlockId } from '../../engine/index.ts'
import type { Intervention, TimelineData } from '../../sim/index.ts'
import { counted, turnName } from './format.ts'
import { blockName } from './words.ts'

interface Lane {
  readonly label: string
  readonly data: Pick<TimelineData, 'blocks' | 'spec'>
}

/** Acts of a lane that are named; the others are counted. */
const NAMED = 6

/**
 * What was done by hand in lanes that are handed on, a sentence for each lane, and one for what was said of needs, which
 * holds in all of them: without it the figures are taken for those of the settings alone.
 */
export function byHandNotes(lanes: readonly Lane[]): readonly string[] {
  const ofLanes = lanes.flatMap(({ label, data: { blocks, spec } }) => {
    const acts = spec.interventions.filter((one) => one.kind !== 'confirm' && one.kind !== 'reject')
    if (acts.length === 0) return []
    const named = acts.slice(0, NAMED).map((act) => `${wordsOf(act, blocks)} in ${turnName(act.turn)}`)
    const more = acts.length > NAMED ? ` and ${counted(acts.length - NAMED, 'more act')}` : ''
    return [`${label} was changed by hand: ${named.join(', ')}${more}.`]
  })
  const verdicts = new Map(
    lanes.flatMap(({ data }) =>
      data.spec.interventions.flatMap((one) =>
        one.kind === 'confirm' || one.kind === 'reject'
          ? [[`${one.turn} ${one.block}`, one.kind] as const]
          : [],
      ),
    ),
  )
  const rejected = [...verdicts.values()].filter((kind) => kind === 'reject').length
  if (rejected === 0) return ofLanes
  return [
    ...ofLanes,
    `${counted(rejected, 'inferred need')} ${rejected === 1 ? 'was' : 'were'} rejected by hand and ${rejected === 1 ? 'counts' : 'count'} in no lane.`,
  ]
}

function wordsOf(act: Intervention, blocks: TimelineData['blocks']): string {
  switch (act.kind) {
    case 'pin':
      return `pinned ${nameOf(act.block, blocks)}`
    case 'unpin':
      return `unpinned ${nameOf(act.block, blocks)}`
    case 'edit':
      return `edited ${nameOf(act.block, blocks)}`
    case 'set':
      return 'other settings'
    case 'compact':
      return 'compacted'
    case 'reset':
      return 'reset'
    default:
      return act.kind
  }
}

function nameOf(id: BlockId, blocks: TimelineData['blocks']): string {
  const block = blocks[id]
  return block === undefined ? `block ${id}` : `${blockName(block)} of ${turnName(block.turn)}`
}

import type { Block } from '../core/message/block.ts'
import type { Tokens } from '../core/units.ts'
import type { Candidates } from './candidate.ts'
import type { Columns } from './window/columns.ts'
import { DROPPED } from './candidate.ts'
import { score } from './signals/score.ts'
import type { Scores } from './signals/score.ts'
import type { Policy, SignalContext } from './signals/signal.ts'
import type { ToolGroups } from './window/tool-groups.ts'

/** How many entries leave with each row of the candidates: the members of a tool group that leaves whole, else one. */
export function sizesLeaving({ positions, fates }: Candidates, { first, next }: ToolGroups): Int32Array {
  return positions.map((position, row) => {
    if (fates[row] !== DROPPED) return 1
    let members = 0
    for (let at = first[position] as number; at >= 0; at = next[at] as number) members++
    return Math.max(1, members)
  })
}

/** A member's weight in the mean score of its group (EVI-2), by the tokens of its content. */
export function weightOf(content: Tokens): number {
  return Math.max(1, content)
}

/**
 * Scores candidates (EVI-2). An entry has its own score, and so has a result that is replaced by a placeholder; a group
 * that leaves whole has the mean score of its members, weighted by their tokens. Linear in the members.
 */
export function scoreCandidates(
  policy: Policy,
  candidates: Candidates,
  columns: Columns,
  groups: ToolGroups,
  blockAt: (position: number) => Block,
  signals: SignalContext,
): Scores {
  const { positions } = candidates
  const sizes = sizesLeaving(candidates, groups)
  const { first, next } = groups
  const asked: Block[] = []
  for (let row = 0; row < positions.length; row++) {
    const position = positions[row] as number
    if (sizes[row] === 1) asked.push(blockAt(position))
    else for (let at = first[position] as number; at >= 0; at = next[at] as number) asked.push(blockAt(at))
  }
  const all = score(policy, asked, signals)
  if (asked.length === positions.length) return all
  const { content } = columns
  const folded = new Map<Float64Array, Float64Array>()
  const fold = (column: Float64Array): Float64Array => {
    const known = folded.get(column)
    if (known !== undefined) return known
    const means = meansOf(column)
    folded.set(column, means)
    return means
  }
  return { values: all.values.map(fold), scores: fold(all.scores), keys: fold(all.keys) }

  function meansOf(column: Float64Array): Float64Array {
    const means = new Float64Array(positions.length)
    let from = 0
    for (let row = 0; row < positions.length; row++) {
      if (sizes[row] === 1) {
        means[row] = column[from++] as number
        continue
      }
      let [sum, weights] = [0, 0]
      for (let at = first[positions[row] as number] as number; at >= 0; at = next[at] as number) {
        const tokens = weightOf(content[at] as number)
        sum += tokens * (column[from++] as number)
        weights += tokens
      }
      means[row] = sum / weights
    }
    return means
  }
}

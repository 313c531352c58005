import type { Block } from '../core/message/block.ts'
import type { Candidates } from './candidate.ts'
import type { Columns } from './window/columns.ts'
import { DROPPED } from './candidate.ts'
import { score } from './signals/score.ts'
import type { Scores } from './signals/score.ts'
import type { Policy, SignalContext } from './signals/signal.ts'
import type { ToolGroups } from './window/tool-groups.ts'

/** Positions of the members of tool groups that leave whole, by row of the candidates; null if a row is one entry. */
export function groupsLeaving(
  { positions, fates }: Candidates,
  { first, next }: ToolGroups,
): (readonly number[] | null)[] {
  return Array.from(positions, (position, row) => {
    if (fates[row] !== DROPPED || (first[position] as number) < 0) return null
    const members: number[] = []
    for (let at = first[position] as number; at >= 0; at = next[at] as number) members.push(at)
    return members.length > 1 ? members : null
  })
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
  const leaving = groupsLeaving(candidates, groups)
  const asked: Block[] = []
  for (const [row, members] of leaving.entries()) {
    if (members === null) asked.push(blockAt(candidates.positions[row] as number))
    else for (const at of members) asked.push(blockAt(at))
  }
  const all = score(policy, asked, signals)
  if (asked.length === leaving.length) return all
  const { content } = columns
  const folded = new Map<Float64Array, Float64Array>()
  const fold = (column: Float64Array): Float64Array => {
    const known = folded.get(column)
    if (known !== undefined) return known
    const means = new Float64Array(leaving.length)
    let from = 0
    for (const [row, members] of leaving.entries()) {
      const count = members?.length ?? 1
      means[row] = members === null ? (column[from] as number) : meanOf(members, from, column)
      from += count
    }
    folded.set(column, means)
    return means
  }
  return { values: all.values.map(fold), scores: fold(all.scores), keys: fold(all.keys) }

  function meanOf(members: readonly number[], from: number, column: Float64Array): number {
    let [sum, weights] = [0, 0]
    for (const [nth, at] of members.entries()) {
      const tokens = Math.max(1, content[at] as number)
      sum += tokens * (column[from + nth] as number)
      weights += tokens
    }
    return sum / weights
  }
}

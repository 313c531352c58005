import type { BlockId } from '../../../engine/index.ts'
import type { Intake } from '../../trace/intake.ts'
import { lookOf } from './look.ts'

/** A call that the agent of a log made again: same tool, same arguments (REF-2). */
export interface AskedAgain {
  readonly call: BlockId
  /** The newest result that the same call had before. */
  readonly source: BlockId
}

/** A call that only looks, and its newest result. */
interface Standing {
  readonly source: BlockId
  /** Calls of the window before it that may have changed something. */
  readonly deeds: number
}

/**
 * The calls of a log that asked again for what an earlier one of the same window had brought, where that would still
 * have served: they only look, and the same text came back; but for the content of a file, nothing that may have
 * changed anything came between, because a check that is made again after a change asks how things stand now. The least
 * that the agent needed, where references are the most. Linear.
 */
export function callsAskedAgain(intake: Pick<Intake, 'blocks' | 'text'>): readonly AskedAgain[] {
  const { blocks, text } = intake
  const standing = new Map<string, Standing>()
  const deeds = new Map<number, number>()
  /** By call that only looks: its key, and the result that would have served if the same comes back. */
  const open = new Map<
    BlockId,
    { readonly key: string; readonly deeds: number; readonly before: BlockId | null }
  >()
  const found: AskedAgain[] = []
  for (const { id, type, window, call: link } of blocks) {
    if (type === 'tool_call') {
      const done = deeds.get(window) ?? 0
      const look = lookOf(intake, id)
      if (look === null) {
        deeds.set(window, done + 1)
        continue
      }
      const key = JSON.stringify([window, link?.name, text(id)])
      const known = standing.get(key)
      const serves = known !== undefined && (known.deeds === done || look === 'content')
      open.set(id, { key, deeds: done, before: serves ? known.source : null })
    } else if (type === 'tool_result') {
      const asked = open.get(link?.before ?? -1)
      if (asked === undefined || text(id).trim() === '') continue
      const { key, before } = asked
      if (before !== null && text(before) === text(id))
        found.push({ call: link?.before ?? -1, source: before })
      standing.set(key, { source: id, deeds: asked.deeds })
    }
  }
  return found
}

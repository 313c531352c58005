import type { Json } from '../../../../engine/index.ts'
import { at, isList, textOf } from '../../json/guard.ts'
import type { JsonRecord } from '../../json/guard.ts'
import type { DraftEdit } from '../../read/assemble.ts'
import type { Report } from '../../read/report.ts'
import { Tally } from '../../read/usage.ts'
import { beginningOf } from './attachment.ts'
import { versionOf } from './line.ts'

/** What a line says of a compaction, or of results that were cleared. */
export interface Boundary {
  readonly edit: Omit<DraftEdit, 'window' | 'order' | 'summary' | 'stays'>
  /** The lines that a compaction left as they were, by id. */
  readonly stays: readonly string[]
  /** The first and the last of them, in versions without a list. */
  readonly from?: string
  readonly to?: string
}

/** Session files and the output for programs spell these keys differently. */
const KEYS = {
  compact_boundary: ['compactMetadata', 'compact_metadata'],
  microcompact_boundary: ['microcompactMetadata', 'microcompact_metadata'],
} as const

/** The boundary in a `system` line; null for other lines. */
export function boundaryIn(value: JsonRecord, report: Report): Boundary | null {
  const subtype = at(value, 'subtype')
  if (subtype !== 'compact_boundary' && subtype !== 'microcompact_boundary') return null
  const [own, other] = KEYS[subtype]
  const key = at(value, other) === undefined ? own : other
  const data = at(value, key)
  const tally = new Tally(data, key, report)
  const freed = tally.other('tokensSaved') ?? tally.other('tokens_saved')
  const cleared = textsIn(at(data, 'compactedToolIds') ?? at(data, 'compacted_tool_ids'))
  if (subtype === 'microcompact_boundary' && clearsNothing(data)) return null
  const kept = at(data, 'preservedMessages') ?? at(data, 'preserved_messages')
  const segment = at(data, 'preservedSegment') ?? at(data, 'preserved_segment')
  const from = textOf(at(segment, 'headUuid') ?? at(segment, 'head_uuid'))
  const to = textOf(at(segment, 'tailUuid') ?? at(segment, 'tail_uuid'))
  return {
    edit: {
      kind: subtype === 'compact_boundary' ? 'compaction' : 'microcompaction',
      trigger: textOf(at(data, 'trigger')) ?? null,
      ...versionOf(value),
      tokensBefore: tally.other('preTokens') ?? tally.other('pre_tokens'),
      ...(freed !== null && { tokensFreed: freed }),
      ...(cleared.length > 0 && { cleared }),
    },
    stays: textsIn(at(kept, 'uuids')),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  }
}

/** True if a microcompaction lists what it cleared, and that is nothing. */
function clearsNothing(data: Json | undefined): boolean {
  const listed = (camel: string, snake: string): Json | undefined => at(data, camel) ?? at(data, snake)
  const calls = listed('compactedToolIds', 'compacted_tool_ids')
  const attached = listed('clearedAttachmentUUIDs', 'cleared_attachment_uuids')
  return isList(calls) && calls.length === 0 && !(isList(attached) && attached.length > 0)
}

/**
 * The lines that a compaction left as they were.
 *
 * @param held what the window held before it, in order: lines of the output for programs have no parents
 */
export function stayingIds(
  { stays, from, to }: Boundary,
  parents: ReadonlyMap<string, string>,
  held: readonly (string | undefined)[],
): readonly string[] {
  if (stays.length > 0 || from === undefined || to === undefined) return stays
  if (!parents.has(to)) {
    const [first, last] = [held.indexOf(from), held.lastIndexOf(to)]
    return first < 0 ? [] : held.slice(first, last + 1).filter((id) => id !== undefined)
  }
  const ids = new Set<string>()
  for (let id: string | undefined = to; id !== undefined && !ids.has(id); id = parents.get(id)) {
    ids.add(id)
    if (id === from) break
  }
  return [...ids].toReversed()
}

/** How the client begins a summary of what it compacted. */
const CONTINUES = 'This session is being continued from a previous conversation'

export function isSummary(content: Json | undefined): boolean {
  return beginningOf(content).startsWith(CONTINUES)
}

function textsIn(list: Json | undefined): readonly string[] {
  return isList(list) ? list.filter((entry) => typeof entry === 'string') : []
}

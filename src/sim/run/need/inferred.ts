import { endOfPath } from '../../../engine/internal.ts'
import type { BlockId, BlockType, Ratio, Reference } from '../../../engine/index.ts'
import type { Intake } from '../../trace/intake.ts'
import type { NeedKind } from '../../trace/trace.ts'
import { callsAskedAgain } from './asked-again.ts'
import { goalsOf } from './goal.ts'
import { filesOf, onlyRead } from './look.ts'
import type { FilesOfCall } from './look.ts'
import { strongOf } from './strong.ts'
import type { Need } from './strong.ts'
import { SUMMED_UP, unseenOf } from './unseen.ts'

/** Kinds of inferred needs, by the type of their source. The task is a separate need, see `goalsOf`. */
const KIND_OF: Readonly<Partial<Record<BlockType, NeedKind>>> = {
  user_message: 'constraint',
  assistant_response: 'decision',
  thinking: 'decision',
  tool_call: 'artifact',
  tool_result: 'tool_result',
  memory_injection: 'fact',
}

/**
 * The needs of a log or a live conversation: one for each reference by a response (NEED-1), which is more than it really
 * needed, one for each result that was asked for again (REF-2), and one for the goal of each turn. What a tool's output
 * happens to repeat is not a need.
 */
export function* inferredNeeds(
  intake: Intake,
  references: readonly Reference[],
): Generator<Ratio, Need[], void> {
  const { blocks } = intake
  const again = new Map(callsAskedAgain(intake).map(({ call, source }) => [call, source]))
  const files = new Map<BlockId, FilesOfCall>()
  const filesBy = (call: BlockId): FilesOfCall => {
    let own = files.get(call)
    if (own === undefined) files.set(call, (own = filesOf(intake, call)))
    return own
  }
  const readBy = (call: BlockId): readonly string[] => onlyRead(filesBy(call))
  const needOf = ({ by, source: id, turn, evidence }: Referred): Need[] => {
    const source = blocks[id]
    const kind = source === undefined ? undefined : KIND_OF[source.type]
    if (blocks[by]?.response !== true || source === undefined || kind === undefined) return []
    const refetchable = source.type === 'tool_result'
    const read = refetchable ? readBy(source.call?.before ?? -1) : []
    const isAgain = again.get(by) === id
    const about = isAgain ? ofCall(read, evidence) : aboutOf(readBy(by), read, evidence)
    const own = { turn, source: id, kind, evidence, refetchable, inferred: true }
    return [
      {
        ...own,
        ...about,
        // What was attached is not read again.
        unseen: readBy(by).length === 0 ? unseenOf(source, filesBy) : SUMMED_UP,
        ...(isAgain ? { again: by } : {}),
      },
    ]
  }
  const told = new Set(references.flatMap(({ by, source }) => (again.get(by) === source ? [by] : [])))
  const asked = [...again].flatMap(([by, source]): Referred[] =>
    told.has(by) ? [] : [{ by, source, turn: blocks[by]?.turn ?? 0, evidence: [intake.text(by)] }],
  )
  const goals = yield* goalsOf(intake)
  return [...goals, ...[...references, ...asked].flatMap(needOf)]
}

type Referred = Pick<Reference, 'by' | 'source' | 'turn' | 'evidence'>
type About = Pick<Need, 'proof' | 'told' | 'way' | 'strong'>

/** What shows that a result is there that a call asks for again: nothing but itself. */
function ofCall(read: readonly string[], evidence: readonly string[]): About {
  return { proof: [], told: [], way: read.length > 0 ? read.map(endOfPath) : evidence, strong: [] }
}

/**
 * What shows that the content of a source is there. The path of a file that was read stands in the call that read it,
 * and in others: it leads to the content and is not a part of it. To a call that only reads a file, the end of its path
 * is enough.
 *
 * @param looked the paths that the referring block reads
 * @param read those that the call of the source read
 */
function aboutOf(looked: readonly string[], read: readonly string[], evidence: readonly string[]): About {
  const way = evidence.filter((one) => read.includes(one))
  const proof = evidence.filter((one) => !read.includes(one))
  const told = proof.map((one) => (looked.includes(one) ? endOfPath(one) : one))
  return { proof, told, way: way.map(endOfPath), strong: strongOf(proof) }
}

/** Fetches nothing: see `inferred-on-demand.ts`. */
export async function loadInferredNeeds(): Promise<void> {}

import { asksFor, EMPTY, endOfPath, sentencesOf, UNSEEN } from '../../../engine/internal.ts'
import type {
  Block,
  BlockId,
  BlockType,
  MessageIndex,
  Ratio,
  Reference,
  WindowId,
} from '../../../engine/index.ts'
import type { Intake } from '../../trace/intake.ts'
import type { NeedKind } from '../../trace/trace.ts'
import { callsAskedAgain } from './asked-again.ts'
import { filesOf, onlyRead } from './look.ts'
import type { FilesOfCall } from './look.ts'
import { strongOf } from './strong.ts'
import type { Need } from './strong.ts'

/** Kinds of inferred needs, by the type of their source. The task is a separate need, see `goalsOf`. */
const KIND_OF: Readonly<Partial<Record<BlockType, NeedKind>>> = {
  user_message: 'constraint',
  assistant_response: 'decision',
  thinking: 'decision',
  tool_call: 'artifact',
  tool_result: 'tool_result',
  memory_injection: 'fact',
}

/** Anything may be in a summary that the log does not hold. */
const SUMMED_UP = [UNSEEN.summary]
/** Files that nothing reads again may also have been attached beside one. */
const ATTACHED = [UNSEEN.summary, UNSEEN.more]

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
  const isFile = ({ id, type, call }: Block): boolean => {
    const { read, written } = filesBy(type === 'tool_result' ? (call?.before ?? -1) : id)
    return read.length + written.length > 0
  }
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
        unseen: isFile(source) && readBy(by).length === 0 ? ATTACHED : SUMMED_UP,
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

/**
 * Minimum words for a user message to set a goal: a shorter one ("yes, go on") answers or nudges, and the previous
 * request still holds. A Chinese or Japanese character counts as half a word.
 */
const GOAL_WORDS = 6
const WORDS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{1,2}|[\p{L}\p{N}_]+/gu

/** Turns between two steps. */
const STEP = 256

/** The goal of a turn: the block that states it, the sentence with it, and its strong tokens. */
interface Goal extends Pick<Need, 'source' | 'evidence' | 'proof' | 'told' | 'way' | 'strong'> {
  /** Only the first words of a window: whatever is longer says what they are about. */
  readonly isOpening: boolean
}

/**
 * The goal of each turn with a reply: the user's last request in the same window, in an earlier turn. It is needed in
 * every turn until the user requests something else, whether or not the reply repeats a word of it: an agent without
 * its goal does not know what to do, and often says so.
 */
function* goalsOf(intake: Intake): Generator<Ratio, Need[], void> {
  const goals = new Map<WindowId, Goal>()
  const asked = new Set<WindowId>()
  const needs: Need[] = []
  for (const { turn, window, response } of intake.trace.turns) {
    if (turn % STEP === 0) yield 0.5
    const goal = goals.get(window)
    if (goal !== undefined && response !== null) {
      const { isOpening: _, ...about } = goal
      const own = { turn, kind: 'goal', refetchable: false, inferred: true } as const
      needs.push({ ...own, ...about, unseen: SUMMED_UP })
    }
    const next = goalIn(intake, intake.inputs[turn] ?? [], goal, asked.has(window))
    if (next !== null) goals.set(window, next)
    if (response === null) continue
    const reply = (intake.ofMessage.get(response) ?? []).findLast((id) => intake.text(id).trim() !== '')
    if (reply !== undefined && /[?？]\s*$/.test(intake.text(reply))) asked.add(window)
    else asked.delete(window)
  }
  return needs
}

/**
 * The goal set by the newest message among these blocks; the first message of a window sets one however short it is.
 *
 * @param asked whether the agent's reply before them ends with a question
 */
function goalIn(
  intake: Intake,
  inputs: readonly BlockId[],
  before: Goal | undefined,
  asked: boolean,
): Goal | null {
  const messages = new Map<MessageIndex, Block[]>()
  for (const id of inputs) {
    const block = intake.blocks[id]
    if (block?.type !== 'user_message') continue
    const parts = messages.get(block.message)
    if (parts === undefined) messages.set(block.message, [block])
    else parts.push(block)
  }
  const isFirst = before === undefined
  const isOpen = isFirst || before.isOpening
  for (const blocks of [...messages.values()].reverse()) {
    const said = blocks.find(({ id }) => {
      const text = unmarked(intake.text(id))
      return isLong(text) && (isOpen || isRequest(text, asked))
    })
    const source =
      said ??
      (isFirst
        ? (blocks.find(({ id }) => intake.text(id).trim() !== '') ??
          blocks.find(({ media }) => media !== undefined))
        : undefined)
    if (source === undefined) continue
    const whole = intake.text(source.id)
    const sentence = taskIn(unmarked(whole)) ?? sentencesOf(whole)[0]?.text
    const evidence = sentence === undefined ? [] : [sentence]
    return {
      source: source.id,
      evidence,
      proof: evidence,
      told: evidence,
      way: [],
      strong: strongOf([whole.slice(0, GOAL_READ)]),
      isOpening: said === undefined,
    }
  }
  return null
}

/** Characters of a long message that are read for strong tokens: text pasted after the request is not a goal. */
const GOAL_READ = 2000

function isLong(text: string): boolean {
  let words = 0
  for (const _ of text.slice(0, GOAL_READ).matchAll(WORDS)) if (++words >= GOAL_WORDS) return true
  return false
}

/** A client's marks, and what is in them but for the arguments of a command. */
const MARKS = /<(?!command-args)([a-z]+(?:[-_][a-z]+)+)>[^<]*<\/\1>|<\/?[a-z-_]+>/g

/** What the user typed. */
function unmarked(text: string): string {
  return text.replace(MARKS, '\n')
}

/** The sentence of a message that says what is to be done, or else the first of some length. */
function taskIn(text: string): string | undefined {
  const sentences = sentencesOf(text).map((sentence) => sentence.text)
  const long = sentences.filter(isLong)
  return long.find(asksFor) ?? long[0] ?? sentences.find(asksFor) ?? sentences[0]
}

/**
 * Whether a message asks for something, and does not only answer, thank or tell. The words of a request are English: in
 * another language each message of some length counts.
 */
function isRequest(text: string, asked: boolean): boolean {
  if (sentencesOf(text).some((sentence) => asksFor(sentence.text)) || !isEnglish(text)) return true
  return !asked && /\?\s*$/m.test(text)
}

/** In English, about every second word is one of those that name no subject. */
function isEnglish(text: string): boolean {
  const words = text.toLowerCase().match(WORDS) ?? []
  return words.filter((word) => EMPTY.has(word)).length * 4 >= words.length
}

/** Fetches nothing: see `inferred-on-demand.ts`. */
export async function loadInferredNeeds(): Promise<void> {}

import { ProblemError } from '../../../engine/index.ts'
import type { Trace } from '../../trace/trace.ts'
import { assemble } from '../read/assemble.ts'
import type { Conversation } from '../read/assemble.ts'
import { at, MAX_CONVERSATIONS, textOf } from '../json/guard.ts'
import type { Log, Reader, ReadOptions } from '../read/reader.ts'
import { Report } from '../read/report.ts'
import { conversationOf } from './conversation.ts'
import { joinCalls } from './joined.ts'
import type { Translator } from './conversation.ts'
import { isCall } from './envelope.ts'
import type { Envelope } from './envelope.ts'

/** Reads all conversations of a text with one provider's translator, a fresh one for each. */
export function* readChats(
  reader: Reader,
  log: Log,
  envelopes: readonly Envelope[],
  options: ReadOptions,
  translator: (envelope: Envelope) => Translator,
): Generator<number, readonly Trace[]> {
  checkConversations(envelopes.length)
  const read: { readonly conversation: Conversation; readonly report: Report; readonly isCall: boolean }[] =
    []
  for (const [index, envelope] of envelopes.entries()) {
    const report = new Report(log)
    const steps = conversationOf(envelope, translator(envelope), report)
    let step = steps.next()
    for (; !step.done; step = steps.next()) yield (index + step.value) / envelopes.length
    read.push({ conversation: step.value, report, isCall: isCall(envelope) })
    yield (index + 1) / envelopes.length
  }
  for (const kind of kindsBeside(log, envelopes)) read[0]?.report.ignore(kind)
  return assembleAll(reader, joinCalls(read), options)
}

/** The kinds of lines that hold no message, where other lines are messages. */
function kindsBeside({ records }: Log, envelopes: readonly Envelope[]): readonly string[] {
  if (!envelopes.some(({ path, holder }) => path === 'line' && holder === null)) return []
  const used = new Set(
    envelopes.flatMap(({ places }) => (places === null ? [] : [places].flat())).map(({ line }) => line),
  )
  const others = records.filter(({ line }) => !used.has(line))
  return others.map(({ value }) => textOf(at(value, 'type')) ?? 'line without a role')
}

/** Traces of all conversations of a file; the others report how many have no messages. */
export function assembleAll(
  reader: Reader,
  read: readonly { readonly conversation: Conversation; readonly report: Report }[],
  options: ReadOptions,
): readonly Trace[] {
  const whole = read.filter(({ conversation }) => conversation.arrivals.length > 0)
  const empty = read.length - whole.length
  if (whole.length > 0 && empty > 0)
    for (const { report } of whole) report.ignore('conversation without messages', empty)
  // without any message, assembling the first one throws its problem
  const chosen = whole.length > 0 ? whole : read.slice(0, 1)
  return chosen.map(({ conversation, report }) => assemble(reader, conversation, report, options))
}

/** Refuses a file with more conversations than MAX_CONVERSATIONS. */
export function checkConversations(count: number): void {
  if (count <= MAX_CONVERSATIONS) return
  throw new ProblemError([
    {
      severity: 'error',
      code: 'too-many-conversations',
      message: `a file may hold ${MAX_CONVERSATIONS} conversations, but this one holds ${count}`,
      expected: `at most ${MAX_CONVERSATIONS}`,
      found: String(count),
      fix: 'Split the file: with one conversation per line, split -l 1000 log.jsonl part- does it.',
    },
  ])
}

import type { RunChoices } from '../choice/choices.ts'
import type { Conversation } from '../live/state.ts'
import type { Trace } from '../../../sim/index.ts'
import { shape as is } from '../../../sim/internal.ts'
import { bytesOf, record, told, unreadable } from './record.ts'
import type { LibraryRecord, Unreadable } from './record.ts'
import { LIBRARY_VERSION } from './schema.ts'
import { LIBRARY_TEXT } from './words.ts'

const parts = is.list(
  is.ofKind('type', {
    text: record({ text: is.text }),
    thinking: record({ thinking: is.text }),
    redacted_thinking: record({ data: is.text }),
    tool_use: record({ id: is.text, name: is.text, input: is.anything }),
    tool_result: record({
      tool_use_id: is.text,
      content: is.either(is.text, is.list(is.ofKind('type', { text: record({ text: is.text }) }))),
    }),
    image: record({ source: record({ type: is.text }) }),
    document: record({ source: record({ type: is.text }) }),
    audio: record({ source: record({ type: is.text }) }),
    compaction: record({ content: is.text }),
  }),
)

const message = record({
  role: is.oneOf(['system', 'user', 'assistant']),
  content: is.either(is.text, parts),
})

const usage = record({
  input: is.number,
  output: is.nullable(is.number),
  cacheRead: is.nullable(is.number),
  cacheWrite: is.nullable(is.number),
  counted: is.optional(is.named(is.number)),
})

const traceShape = record({
  version: is.only(1),
  source: record({
    kind: is.only('live'),
    name: is.text,
    title: is.text,
    seed: is.nullable(is.number),
    filename: is.nullable(is.text),
  }),
  system: is.text,
  tools: is.list(record({ name: is.text, input_schema: is.anything, description: is.optional(is.text) })),
  messages: is.list(message),
  windows: is.list(
    record({
      id: is.count,
      parent: is.nullable(is.count),
      kind: is.text,
      opened: is.count,
      closed: is.nullable(is.count),
    }),
  ),
  injected: is.list(is.count),
  turns: is.list(
    record({
      turn: is.count,
      window: is.count,
      inputs: is.list(is.count),
      response: is.nullable(is.count),
      time: is.nullable(is.number),
      usage: is.nullable(usage),
      model: is.nullable(is.text),
      applied: is.optional(is.list(is.anything)),
      asked: is.optional(is.list(is.anything)),
    }),
  ),
  needs: is.list(
    record({ turn: is.count, message: is.count, part: is.count, evidence: is.list(is.text), kind: is.text }),
  ),
  recordedEdits: is.list(
    record({
      turn: is.count,
      window: is.count,
      kind: is.text,
      trigger: is.nullable(is.text),
      tokensBefore: is.nullable(is.number),
      summary: is.optional(is.text),
      part: is.optional(record({ type: is.only('compaction'), content: is.text })),
      cleared: is.optional(is.list(is.text)),
    }),
  ),
  intake: record({
    records: is.count,
    problems: is.list(is.anything),
    ignored: is.list(record({ kind: is.text, count: is.count })),
    inferred: is.list(is.text),
  }),
  siblings: is.list(is.text),
  lacksOverhead: is.flag,
  counts: is.only(null),
  model: is.optional(is.text),
  contextWindow: is.optional(is.number),
  thinking: is.optional(is.ofKind('type', {})),
})

/** A trace with consistent indices: turns in order, each message of a turn among the messages. */
const trace = is.both(traceShape, (value) => {
  const { turns, messages, windows, injected } = value as Trace
  const isMessage = (index: number): boolean => index < messages.length
  const lost = 'about messages of the trace'
  for (const [place, { turn, window, inputs, response }] of turns.entries()) {
    const at = ['turns', place]
    if (turn !== place) return { at: [...at, 'turn'], expected: `${place}`, found: turn }
    if (!windows.some(({ id }) => id === window))
      return { at: [...at, 'window'], expected: 'a window of the trace', found: window }
    const stray = [...inputs, ...(response === null ? [] : [response])].find((index) => !isMessage(index))
    if (stray !== undefined) return { at, expected: lost, found: stray }
  }
  const stray = injected.find((index) => !isMessage(index))
  return stray === undefined ? null : { at: ['injected'], expected: lost, found: stray }
})

const live = record({
  trace,
  open: is.list(record({ id: is.text, name: is.text, input: is.anything })),
  next: is.oneOf(['user', 'model', 'tools']),
})

const world = record({ files: is.map(is.text, is.text) })

const decision = is.ofKind('kind', { refused: record({ why: is.text }) })

const draft = record({ mode: is.oneOf(['asked', 'editing', 'refusing']), text: is.text, why: is.text })

const sizes = record({ before: is.number, after: is.number })

const sent = record({
  turn: is.count,
  used: is.number,
  strategy: is.text,
  held: is.text,
  counted: is.named(is.number),
  predicted: is.nullable(is.number),
  applied: is.nullable(is.list(is.ofKind('type', {}))),
  repaired: is.count,
  stopReason: is.nullable(is.text),
  compaction: is.optional(
    is.nullable(
      record({
        expected: is.nullable(sizes),
        made: is.nullable(
          record({
            summary: is.text,
            billed: is.nullable(record({ input: is.number, output: is.number })),
            after: is.nullable(is.number),
          }),
        ),
      }),
    ),
  ),
})

const act = is.ofKind('kind', {})

const choices = record({
  source: is.ofKind('kind', {
    scenario: record({ name: is.text }),
    log: record({ id: is.count, name: is.text, size: is.number }),
    live: record({ id: is.count, name: is.text }),
  }),
  seed: is.number,
  budget: is.ofKind('kind', { tokens: record({ tokens: is.number }), share: record({ share: is.number }) }),
  counter: is.text,
  lanes: is.list(
    record({
      policy: is.text,
      gates: is.oneOf(['on', 'naive']),
      text: is.optional(is.text),
      mistake: is.optional(record({ line: is.count, message: is.text, window: is.number })),
      byHand: is.optional(is.named(is.anything)),
      actions: is.optional(is.list(act)),
      forks: is.optional(
        is.list(record({ id: is.text, name: is.nullable(is.text), turn: is.count, acts: is.list(act) })),
      ),
      failing: is.optional(is.text),
      answeredBy: is.optional(is.text),
    }),
  ),
})

const beside = {
  revision: is.count,
  title: is.text,
  agent: is.text,
  world: is.nullable(world),
  worlds: is.map(is.count, world),
  step: is.oneOf(['user', 'managing', 'calling', 'deciding', 'stopped']),
  written: is.text,
  draft: is.text,
  decisions: is.map(is.text, decision),
  drafts: is.map(is.text, draft),
  problem: is.nullable(record({ code: is.text, message: is.text, said: is.text })),
  sent: is.list(sent),
  out: is.nullable(record({ sent, model: is.text })),
  model: is.nullable(record({ name: is.text, label: is.text })),
  counts: is.map(is.count, record({ input: is.number, model: is.text, counted: is.named(is.number) })),
}

/** A message that was taken back, with what can be restored; nested ones are not kept. */
const takenBack = record({
  conversation: record({
    ...beside,
    id: is.count,
    began: is.number,
    live: is.nullable(live),
    takenBack: is.only(null),
  }),
  before: is.nullable(choices),
  after: is.nullable(choices),
  steps: record({ past: is.list(choices), future: is.list(choices) }),
})

const kept = record({
  format: is.count,
  savedAt: is.number,
  conversation: record({ ...beside, live, takenBack: is.nullable(takenBack) }),
  lasted: is.number,
  shown: is.nullable(choices),
})

/** Increased when a content of this kind changes incompatibly. */
export const CONVERSATION_FORMAT = 1

/** A live conversation as the library keeps it, without the person's key. */
export interface KeptConversation {
  readonly format: typeof CONVERSATION_FORMAT
  /** Milliseconds since 1970. */
  readonly savedAt: number
  /** Without its number and its beginning, which are valid only in one page. */
  readonly conversation: Omit<Conversation, 'id' | 'began'>
  /** Its duration in milliseconds. */
  readonly lasted: number
  /** How the pictures showed it; null if they never did. */
  readonly shown: RunChoices | null
}

/** A conversation as text, or whatever is in its place. Its maps become lists of their entries. */
export function textOfConversation(value: unknown): string {
  const plain = (_: string, one: unknown): unknown =>
    one instanceof Map ? [...one] : typeof one === 'bigint' ? String(one) : one
  try {
    return JSON.stringify(value ?? null, plain)
  } catch (failure) {
    // What a browser stores may contain itself.
    return JSON.stringify(String(failure))
  }
}

/** Reads such a text; or says why it cannot be used. */
export function conversationOf(content: string): KeptConversation | Unreadable {
  let value: unknown
  try {
    value = withMaps(JSON.parse(content))
  } catch (failure) {
    return { kind: 'wrong', said: failure instanceof Error ? failure.message : String(failure) }
  }
  const format = is.isFields(value) ? value['format'] : undefined
  if (typeof format === 'number' && format !== CONVERSATION_FORMAT) return { kind: 'newer', version: format }
  const wrong = kept(value, {})
  return wrong === null ? (value as KeptConversation) : { kind: 'wrong', said: told(wrong, 'record') }
}

export function isUnreadable(found: KeptConversation | Unreadable): found is Unreadable {
  return 'kind' in found
}

/**
 * The record of a conversation. What a person said of it stays.
 *
 * @param found null if the content cannot be read
 * @param before the record that it replaces
 */
export function conversationRecord(
  id: string,
  content: string,
  found: Pick<KeptConversation, 'conversation' | 'savedAt'> | null,
  before?: unknown,
): LibraryRecord {
  const known = unreadable(before) === null ? (before as LibraryRecord) : null
  const savedAt = found?.savedAt ?? 0
  return {
    format: LIBRARY_VERSION,
    id,
    kind: 'conversation',
    name: known?.name ?? found?.conversation.title ?? LIBRARY_TEXT.untitled,
    note: known?.note ?? '',
    about: LIBRARY_TEXT.turns(found?.conversation.live?.trace.turns.length ?? 0),
    size: bytesOf(content),
    hash: null,
    log: null,
    savedAt,
    usedAt: savedAt,
    revision: (known?.revision ?? 0) + 1,
  }
}

/** A record with the maps that JSON does not have. What is no list of pairs stays, for the check to name. */
function withMaps(value: unknown): unknown {
  if (!is.isFields(value) || !is.isFields(value['conversation'])) return value
  return { ...value, conversation: conversationWithMaps(value['conversation']) }
}

function conversationWithMaps(value: Readonly<Record<string, unknown>>): unknown {
  const { world, worlds, takenBack } = value
  return {
    ...value,
    world: worldWithMaps(world),
    worlds: mapOf(worlds, worldWithMaps),
    ...Object.fromEntries(['decisions', 'drafts', 'counts'].map((name) => [name, mapOf(value[name])])),
    takenBack:
      is.isFields(takenBack) && is.isFields(takenBack['conversation'])
        ? { ...takenBack, conversation: conversationWithMaps(takenBack['conversation']) }
        : takenBack,
  }
}

function worldWithMaps(value: unknown): unknown {
  return is.isFields(value) ? { ...value, files: mapOf(value['files']) } : value
}

function mapOf(value: unknown, inside: (value: unknown) => unknown = (one) => one): unknown {
  const isPairs =
    Array.isArray(value) && value.every((pair: unknown) => Array.isArray(pair) && pair.length === 2)
  return isPairs ? new Map((value as [unknown, unknown][]).map(([key, one]) => [key, inside(one)])) : value
}

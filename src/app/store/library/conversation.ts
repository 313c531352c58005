import type { RunChoices } from '../choice/choices.ts'
import type { Conversation } from '../live/state.ts'
import type { Trace } from '../../../sim/index.ts'
import {
  isRecord,
  amount,
  anything,
  both,
  byField,
  either,
  flag,
  list,
  map,
  named,
  oneOf,
  orNull,
  record,
  text,
  whole,
  wrong,
} from './shape.ts'
import type { Shape } from './shape.ts'
import { bytesOf, unreadable } from './record.ts'
import type { LibraryRecord, Unreadable } from './record.ts'
import { LIBRARY_VERSION } from './schema.ts'
import { LIBRARY_TEXT } from './words.ts'

const parts: Shape = list(
  byField('type', {
    text: record({ text }),
    thinking: record({ thinking: text }),
    redacted_thinking: record({ data: text }),
    tool_use: record({ id: text, name: text, input: anything }),
    tool_result: record({
      tool_use_id: text,
      content: either(text, list(byField('type', { text: record({ text }) }))),
    }),
    image: record({ source: record({ type: text }) }),
    document: record({ source: record({ type: text }) }),
    audio: record({ source: record({ type: text }) }),
    compaction: record({ content: text }),
  }),
)

const message = record({ role: oneOf('system', 'user', 'assistant'), content: either(text, parts) })

const usage = record(
  { input: amount, output: orNull(amount), cacheRead: orNull(amount), cacheWrite: orNull(amount) },
  { counted: named(amount) },
)

const traceShape = record(
  {
    version: oneOf(1),
    source: record({
      kind: oneOf('live'),
      name: text,
      title: text,
      seed: orNull(amount),
      filename: orNull(text),
    }),
    system: text,
    tools: list(record({ name: text, input_schema: anything }, { description: text })),
    messages: list(message),
    windows: list(
      record({ id: whole, parent: orNull(whole), kind: text, opened: whole, closed: orNull(whole) }),
    ),
    injected: list(whole),
    turns: list(
      record(
        {
          turn: whole,
          window: whole,
          inputs: list(whole),
          response: orNull(whole),
          time: orNull(amount),
          usage: orNull(usage),
          model: orNull(text),
        },
        { applied: list(anything), asked: list(anything) },
      ),
    ),
    needs: list(record({ turn: whole, message: whole, part: whole, evidence: list(text), kind: text })),
    recordedEdits: list(
      record(
        { turn: whole, window: whole, kind: text, trigger: orNull(text), tokensBefore: orNull(amount) },
        { summary: text, part: record({ type: oneOf('compaction'), content: text }), cleared: list(text) },
      ),
    ),
    intake: record({
      records: whole,
      problems: list(anything),
      ignored: list(record({ kind: text, count: whole })),
      inferred: list(text),
    }),
    siblings: list(text),
    lacksOverhead: flag,
    counts: oneOf(null),
  },
  { model: text, contextWindow: amount, thinking: byField('type', {}) },
)

/** A trace with consistent indices: turns in order, each message of a turn among the messages. */
const trace: Shape = both(traceShape, (value, at) => {
  const { turns, messages, windows, injected } = value as Trace
  const isMessage = (index: number): boolean => index < messages.length
  for (const [place, { turn, window, inputs, response }] of turns.entries()) {
    const where = `${at}.turns[${place}]`
    if (turn !== place) return wrong(turn, `${where}.turn`, `${place}`)
    if (!windows.some(({ id }) => id === window))
      return wrong(window, `${where}.window`, 'a window of the trace')
    const stray = [...inputs, ...(response === null ? [] : [response])].find((index) => !isMessage(index))
    if (stray !== undefined) return wrong(stray, where, 'about messages of the trace')
  }
  const stray = injected.find((index) => !isMessage(index))
  return stray === undefined ? null : wrong(stray, `${at}.injected`, 'about messages of the trace')
})

const live = record({
  trace,
  open: list(record({ id: text, name: text, input: anything })),
  next: oneOf('user', 'model', 'tools'),
})

const world = record({ files: map(text, text) })

const decision = byField('kind', { refused: record({ why: text }) })

const draft = record({ mode: oneOf('asked', 'editing', 'refusing'), text, why: text })

const sizes = record({ before: amount, after: amount })

const sent = record(
  {
    turn: whole,
    used: amount,
    strategy: text,
    held: text,
    counted: named(amount),
    predicted: orNull(amount),
    applied: orNull(list(byField('type', {}))),
    repaired: whole,
    stopReason: orNull(text),
  },
  {
    compaction: orNull(
      record({
        expected: orNull(sizes),
        made: orNull(
          record({
            summary: text,
            billed: orNull(record({ input: amount, output: amount })),
            after: orNull(amount),
          }),
        ),
      }),
    ),
  },
)

const act = byField('kind', {})

const choices = record({
  source: byField('kind', {
    scenario: record({ name: text }),
    log: record({ id: whole, name: text, size: amount }),
    live: record({ id: whole, name: text }),
  }),
  seed: amount,
  budget: byField('kind', { tokens: record({ tokens: amount }), share: record({ share: amount }) }),
  counter: text,
  lanes: list(
    record(
      { policy: text, gates: oneOf('on', 'naive') },
      {
        text,
        mistake: record({ line: whole, message: text, window: amount }),
        byHand: named(anything),
        actions: list(act),
        forks: list(record({ id: text, name: orNull(text), turn: whole, acts: list(act) })),
        failing: text,
        answeredBy: text,
      },
    ),
  ),
})

const beside = {
  revision: whole,
  title: text,
  agent: text,
  world: orNull(world),
  worlds: map(whole, world),
  step: oneOf('user', 'managing', 'calling', 'deciding', 'stopped'),
  written: text,
  draft: text,
  decisions: map(text, decision),
  drafts: map(text, draft),
  problem: orNull(record({ code: text, message: text, said: text })),
  sent: list(sent),
  out: orNull(record({ sent, model: text })),
  model: orNull(record({ name: text, label: text })),
  counts: map(whole, record({ input: amount, model: text, counted: named(amount) })),
}

/** A message that was taken back, with what can be restored; nested ones are not kept. */
const takenBack = record({
  conversation: record({ ...beside, id: whole, began: amount, live: orNull(live), takenBack: oneOf(null) }),
  before: orNull(choices),
  after: orNull(choices),
  steps: record({ past: list(choices), future: list(choices) }),
})

const kept = record({
  format: whole,
  savedAt: amount,
  conversation: record({ ...beside, live, takenBack: orNull(takenBack) }),
  lasted: amount,
  shown: orNull(choices),
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
  const format = isRecord(value) ? value['format'] : undefined
  if (typeof format === 'number' && format !== CONVERSATION_FORMAT) return { kind: 'newer', version: format }
  const said = isRecord(value) ? kept(value, 'record') : wrong(value, 'record', 'a record')
  return said === null ? (value as KeptConversation) : { kind: 'wrong', said }
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
  if (!isRecord(value) || !isRecord(value['conversation'])) return value
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
      isRecord(takenBack) && isRecord(takenBack['conversation'])
        ? { ...takenBack, conversation: conversationWithMaps(takenBack['conversation']) }
        : takenBack,
  }
}

function worldWithMaps(value: unknown): unknown {
  return isRecord(value) ? { ...value, files: mapOf(value['files']) } : value
}

function mapOf(value: unknown, inside: (value: unknown) => unknown = (one) => one): unknown {
  const isPairs =
    Array.isArray(value) && value.every((pair: unknown) => Array.isArray(pair) && pair.length === 2)
  return isPairs ? new Map((value as [unknown, unknown][]).map(([key, one]) => [key, inside(one)])) : value
}

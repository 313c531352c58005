import { createStore, del, entries, get, set } from 'idb-keyval'
import type { UseStore } from 'idb-keyval'
import type { RunChoices } from '../../store/choice/choices.ts'
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
import type { Conversation } from '../../store/live/state.ts'
import type { Trace } from '../../../sim/index.ts'

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

/** The error of a conversation in the browser's database, with its place and what was found; null if there is none. */
function wrongInKept(value: unknown): string | null {
  return isRecord(value) ? kept(value, 'record') : wrong(value, 'record', 'a record')
}

/** Increased when the format below changes incompatibly. */
const FORMAT = 1

/** A conversation as saved in the browser's database, without the person's key. */
export interface KeptConversation {
  readonly format: typeof FORMAT
  /** Milliseconds since 1970. */
  readonly savedAt: number
  /** Without its number and its beginning, which are valid only in one page. */
  readonly conversation: Omit<Conversation, 'id' | 'began'>
  /** Its duration in milliseconds. */
  readonly lasted: number
  /** How the pictures showed it; null if they never did. */
  readonly shown: RunChoices | null
}

/** Facts about a kept conversation before it is opened. */
export interface KeptEntry {
  /** Its name in the database. */
  readonly name: string
  readonly title: string
  readonly turns: number
  /** Milliseconds since 1970. */
  readonly savedAt: number
  /** Why it cannot be opened: another version of this page wrote it, or its error and place; null if it can. */
  readonly broken: 'other-version' | { readonly wrong: string } | null
}

let opened: UseStore | null = null

function store(): UseStore {
  return (opened ??= createStore('context-window-lab', 'conversations'))
}

/** All kept conversations, newest first. @throws the browser's error if there is no database for this page */
export async function listKept(): Promise<readonly KeptEntry[]> {
  const found = await entries<string, unknown>(store())
  return found.map(([name, value]) => entryOf(String(name), value)).toSorted(newestFirst)
}

/** Null if it is gone, or cannot be opened. */
export async function readKept(name: string): Promise<KeptConversation | null> {
  const found: unknown = await get(name, store())
  return brokenOf(found) === null ? (found as KeptConversation) : null
}

/** The entry of a name as JSON, valid or not. Maps become lists of their entries. */
export async function exportKept(name: string): Promise<string> {
  const found: unknown = await get(name, store())
  const plain = (_: string, value: unknown): unknown =>
    value instanceof Map ? [...value] : typeof value === 'bigint' ? String(value) : value
  return `${JSON.stringify(found ?? null, plain, 2)}\n`
}

/** @throws the browser's error if there is no room */
export async function writeKept(name: string, kept: Omit<KeptConversation, 'format'>): Promise<void> {
  await set(name, { format: FORMAT, ...kept } satisfies KeptConversation, store())
}

export async function forgetKept(name: string): Promise<void> {
  await del(name, store())
}

function brokenOf(value: unknown): KeptEntry['broken'] {
  const format = isRecord(value) ? value['format'] : undefined
  if (typeof format === 'number' && format !== FORMAT) return 'other-version'
  const wrong = wrongInKept(value)
  return wrong === null ? null : { wrong }
}

function entryOf(name: string, value: unknown): KeptEntry {
  const broken = brokenOf(value)
  if (broken !== null) return { name, title: '', turns: 0, savedAt: 0, broken }
  const { conversation, savedAt } = value as KeptConversation
  const turns = conversation.live?.trace.turns.length ?? 0
  return { name, title: conversation.title, turns, savedAt, broken }
}

function newestFirst(a: KeptEntry, b: KeptEntry): number {
  return b.savedAt - a.savedAt || (a.name < b.name ? -1 : 1)
}

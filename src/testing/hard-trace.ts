import fc from 'fast-check'
import type { Message, Part } from '../engine/index.ts'
import type { Trace, TraceSubtask, TraceTurn } from '../sim/index.ts'
import { filler } from './conversation.ts'
import { arbitraryTrace, traceOf } from './trace.ts'

/** Statements of agents that a summary, a note or a checkpoint must keep. */
const STATEMENTS = [
  'We decided to use a queue because the cron job overlaps.',
  'The service must never write to port 5432.',
  'Done: the migration of src/api/client.ts is finished.',
  'Next I will update tests/client.test.ts.',
  'TypeError: cannot read properties of undefined (reading "retry") at src/api/client.ts:41',
  'The fix was to await the handle before closing it.',
  'retry_limit = 7',
  'Open issue: the nightly export still times out.',
  'It turned out that the timeout is in milliseconds.',
  'I chose SQLite instead of Postgres because the data is small.',
] as const

interface Hardships {
  /** One number for each message, from 0 to 99. */
  readonly dice: Iterator<number>
  /** A result that is larger than most windows. */
  readonly giant: boolean
  /** Every message is marked DO_NOT_EVICT. */
  readonly gated: boolean
  /** The log ends with unanswered calls. */
  readonly open: boolean
  readonly systems: boolean
  readonly memories: boolean
}

const hardships: fc.Arbitrary<Hardships> = fc.record({
  dice: fc.infiniteStream(fc.integer({ min: 0, max: 99 })) as fc.Arbitrary<Iterator<number>>,
  giant: rarely(4),
  gated: rarely(12),
  open: rarely(4),
  systems: rarely(3),
  memories: rarely(3),
})

function rarely(times: number): fc.Arbitrary<boolean> {
  return fc.integer({ min: 1, max: times }).map((lot) => lot === times)
}

/**
 * Conversations with everything that is hard for a window manager, at once: statements worth keeping, parallel and open
 * calls, thinking, pictures, system messages and memories in between, marked subtasks, a block larger than the window,
 * protection of every block, and two windows whose turns alternate.
 */
export function arbitraryHardTrace(maxSteps = 60): fc.Arbitrary<Trace> {
  // Most conversations drawn without a minimum are short.
  const plain = fc.oneof(arbitraryTrace(maxSteps), arbitraryTrace(maxSteps, Math.ceil(maxSteps / 2)))
  const one = fc.tuple(plain, hardships).map(([trace, given]) => hardened(trace, given))
  const two = fc
    .tuple(one, one, fc.infiniteStream(fc.boolean()))
    .map(([main, errand, lots]) => interleaved(main, errand, lots as Iterator<boolean>))
  const subtasks = fc.array(fc.tuple(fc.nat(60), fc.nat(20)), { maxLength: 3 })
  return fc
    .tuple(fc.oneof({ weight: 4, arbitrary: one }, { weight: 1, arbitrary: two }), subtasks)
    .map(([trace, marks]) => withSubtasks(trace, marks))
}

function hardened(trace: Trace, given: Hardships): Trace {
  const roll = (): number => given.dice.next().value as number
  const injected: number[] = []
  const messages: Message[] = []
  for (const [index, message] of trace.messages.entries()) {
    messages.push(said(message, roll))
    const last = message.role === 'user' && index < trace.messages.length - 1
    if (given.systems && last && roll() < 12)
      messages.push({ role: 'system', content: 'Be careful from here on.' })
    if (given.memories && last && roll() < 15) {
      injected.push(messages.length)
      messages.push({
        role: 'user',
        content: `Recalled: ${STATEMENTS[roll() % STATEMENTS.length] ?? ''} ${filler(200)}`,
      })
    }
  }
  if (given.giant) enlarge(messages, roll())
  if (given.open) {
    const call = (id: string): Part => ({ type: 'tool_use', id, name: 'run', input: { command: 'npm test' } })
    const reply: Message = { role: 'assistant', content: [call('open_1'), call('open_2')] }
    if (messages.at(-1)?.role === 'user') messages.push(reply)
  }
  return { ...traceOf(given.gated ? messages.map(marked) : messages), injected }
}

/** The message with a statement added to some of its texts. */
function said(message: Message, roll: () => number): Message {
  const lot = roll()
  const statement = STATEMENTS[lot % STATEMENTS.length] ?? ''
  if (lot >= 60) return message
  if (typeof message.content === 'string') return { ...message, content: `${message.content}\n${statement}` }
  const at = message.content.findIndex((part) => part.type === 'text')
  return {
    ...message,
    content: message.content.map((part, index) =>
      index === at && part.type === 'text' ? { ...part, text: `${part.text}\n${statement}` } : part,
    ),
  }
}

function enlarge(messages: Message[], lot: number): void {
  const places = messages.flatMap(({ content }, index) =>
    typeof content !== 'string' && content.some((part) => part.type === 'tool_result') ? [index] : [],
  )
  const place = places[lot % Math.max(1, places.length)]
  const message = messages[place ?? -1]
  if (place === undefined || message === undefined || typeof message.content === 'string') return
  const at = message.content.findIndex((part) => part.type === 'tool_result')
  messages[place] = {
    ...message,
    content: message.content.map((part, index) =>
      index === at && part.type === 'tool_result' ? { ...part, content: filler(30_000) } : part,
    ),
  }
}

function marked(message: Message): Message {
  const { content } = message
  if (typeof content === 'string') return { ...message, content: `DO_NOT_EVICT ${content}` }
  return {
    ...message,
    content: content.map((part) => {
      if (part.type === 'text') return { ...part, text: `DO_NOT_EVICT ${part.text}` }
      if (part.type === 'tool_result' && typeof part.content === 'string') {
        return { ...part, content: `DO_NOT_EVICT ${part.content}` }
      }
      return part
    }),
  }
}

/** Two conversations in one log, the second as a window of its own. */
function interleaved(main: Trace, errand: Trace, lots: Iterator<boolean>): Trace {
  const offset = main.messages.length
  const rest = errand.turns.map((turn): TraceTurn => ({
    ...turn,
    window: 1,
    inputs: turn.inputs.map((index) => index + offset),
    response: turn.response === null ? null : turn.response + offset,
  }))
  const first = main.turns.slice()
  const turns: TraceTurn[] = []
  for (let next = first.shift(); next !== undefined;) {
    turns.push({ ...next, turn: turns.length })
    next =
      rest.length > 0 && (first.length === 0 || lots.next().value === true) ? rest.shift() : first.shift()
  }
  const opened = turns.findIndex(({ window }) => window === 1)
  const own = errand.messages.map((message): Message =>
    typeof message.content === 'string' ? message : { ...message, content: message.content.map(renamed) },
  )
  return {
    ...main,
    messages: [...main.messages, ...own],
    injected: [...main.injected, ...errand.injected.map((index) => index + offset)],
    turns,
    windows:
      opened < 0
        ? main.windows
        : [...main.windows, { id: 1, parent: 0, kind: 'subagent', opened, closed: null }],
  }
}

/** Call ids are unique in a log. */
function renamed(part: Part): Part {
  if (part.type === 'tool_use') return { ...part, id: `b_${part.id}` }
  return part.type === 'tool_result' ? { ...part, tool_use_id: `b_${part.tool_use_id}` } : part
}

function withSubtasks(trace: Trace, marks: readonly (readonly [number, number])[]): Trace {
  const subtasks = marks.flatMap(([at, length], index): TraceSubtask[] => {
    const from = trace.turns[at % trace.turns.length]
    const to = trace.turns[Math.min(trace.turns.length - 1, (from?.turn ?? 0) + length)]
    if (from === undefined || to === undefined || to.window !== from.window) return []
    return [{ title: `part ${index}`, window: from.window, from: from.turn, to: to.turn }]
  })
  return subtasks.length === 0 ? trace : { ...trace, subtasks }
}

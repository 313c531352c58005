import type { Json } from '../../../engine/index.ts'
import { at, isList, isRecord, textOf } from '../json/guard.ts'
import { valueOf } from '../json/parse.ts'
import type { LogRecord } from '../read/reader.ts'
import { asText, callOf, chatMessage, injectedMessage, resultOf, summaryOf } from './chat-message.ts'
import { listAt } from './container.ts'
import type { Container } from './container.ts'

/** The steps of a session of Antigravity: a reply, then what its calls gave, one step for each, without ids. */
export const antigravity: Container = {
  name: 'a session of Antigravity',
  keys: ['step_index'],
  open: ({ records }) => {
    const [first] = records
    if (first === undefined || !records.some(isReply) || records.some(({ value }) => !isStep(value)))
      return []
    // a step is written when it ends, which may be after the next one
    const steps = records.map(({ value }) => value).toSorted((a, b) => indexOf(a) - indexOf(b))
    const awaited = new Set(steps.flatMap(callsIn))
    const given = new Set(steps.map(indexOf))
    let newest: readonly number[] = []
    const messages = steps.flatMap((step) => {
      if (at(step, 'type') === 'PLANNER_RESPONSE') newest = callsIn(step)
      const [only, ...others] = newest
      // what a single call gave may stand at a later step than the next one
      const isLate = only !== undefined && others.length === 0 && !given.has(only)
      const index = indexOf(step)
      return messagesOf(step, isLate && !awaited.has(index) ? only : index)
    })
    return [{ ...first, value: { messages } }]
  },
}

function isReply({ value }: LogRecord): boolean {
  return at(value, 'type') === 'PLANNER_RESPONSE'
}

function isStep(value: Json): boolean {
  return typeof at(value, 'step_index') === 'number'
}

function indexOf(step: Json): number {
  return Number(at(step, 'step_index'))
}

/** The steps that should hold what the calls of a reply give. */
function callsIn(step: Json): readonly number[] {
  return listAt(step, 'tool_calls').map((_, place) => indexOf(step) + 1 + place)
}

/** `answered`: the step at which what the call gave was expected. */
function messagesOf(step: Json, answered: number): readonly Json[] {
  const content = asText(at(step, 'content'))
  const timestamp = at(step, 'created_at')
  switch (at(step, 'type')) {
    case 'USER_INPUT':
      return [chatMessage('user', { content, timestamp })]
    case 'PLANNER_RESPONSE': {
      const thought = textOf(at(step, 'thinking'))
      const expected = callsIn(step)
      const calls = listAt(step, 'tool_calls').map((call, place) =>
        callOf(`step_${expected[place]}`, at(call, 'name'), argumentsIn(at(call, 'args'))),
      )
      const thoughts = thought === undefined ? [] : [thought]
      return content === '' && calls.length + thoughts.length === 0
        ? []
        : [chatMessage('assistant', { content, thoughts, calls, timestamp })]
    }
    case 'CHECKPOINT':
      return [summaryOf(content)]
    case 'CONVERSATION_HISTORY':
      return []
    default:
      if (at(step, 'source') === 'MODEL') return [resultOf(`step_${answered}`, content, { timestamp })]
      return content === '' ? [] : [injectedMessage(content, timestamp)]
  }
}

/** The shorter of the two transcripts has each argument as JSON in a text. */
function argumentsIn(args: Json | undefined): Json | undefined {
  if (!isRecord(args)) return args
  const read = Object.entries(args).map(([key, value]) => [key, quoted(value)] as const)
  return Object.fromEntries(read)
}

function quoted(value: Json): Json {
  const text = typeof value === 'string' && /^"[^]*"$/.test(value) ? valueOf(value) : undefined
  return isList(text) || text === undefined ? value : text
}

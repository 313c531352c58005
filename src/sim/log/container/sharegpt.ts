import type { Json } from '../../../engine/index.ts'
import { at, isRecord, textOf } from '../json/guard.ts'
import { valueOf } from '../json/parse.ts'
import { listAt, ofEach } from './container.ts'
import type { Container } from './container.ts'

const SPEAKERS: ReadonlyMap<Json | undefined, string> = new Map([
  ['human', 'user'],
  ['user', 'user'],
  ['gpt', 'assistant'],
  ['chatgpt', 'assistant'],
  ['assistant', 'assistant'],
  ['model', 'assistant'],
  ['bing', 'assistant'],
  ['system', 'system'],
  ['function_call', 'call'],
  ['observation', 'tool'],
  ['tool', 'tool'],
])

/** Rows of training data: who speaks is in `from`, calls are JSON in the text. */
export const shareGpt: Container = {
  name: 'the form of ShareGPT',
  keys: ['conversations'],
  open: ofEach((value) => {
    const turns = listAt(value, 'conversations')
    if (!turns.some((turn) => SPEAKERS.has(at(turn, 'from')) && typeof at(turn, 'value') === 'string'))
      return []
    const system = textOf(at(value, 'system'))
    const messages = turns.map(messageOf)
    return [
      {
        id: at(value, 'id') ?? null,
        messages: [...(system === undefined ? [] : [{ role: 'system', content: system }]), ...messages],
      },
    ]
  }),
}

function messageOf(turn: Json): Json {
  const role = SPEAKERS.get(at(turn, 'from')) ?? textOf(at(turn, 'from')) ?? ''
  const content = at(turn, 'value') ?? ''
  const call = role === 'call' ? valueOf(textOf(content) ?? '') : undefined
  if (role !== 'call') return { role, content }
  if (!isRecord(call)) return { role: 'assistant', content }
  const named = { name: at(call, 'name') ?? '', arguments: at(call, 'arguments') ?? {} }
  return { role: 'assistant', content: '', tool_calls: [{ type: 'function', function: named }] }
}

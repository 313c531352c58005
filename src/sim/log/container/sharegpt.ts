import type { Json } from '../../../engine/index.ts'
import { at, textOf } from '../json/guard.ts'
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
  ['function_call', 'function_call'],
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
        ...(at(value, 'tools') !== undefined && { tools: at(value, 'tools') ?? null }),
        messages: [...(system === undefined ? [] : [{ role: 'system', content: system }]), ...messages],
      },
    ]
  }),
}

function messageOf(turn: Json): Json {
  const role = SPEAKERS.get(at(turn, 'from')) ?? textOf(at(turn, 'from')) ?? ''
  const content = at(turn, 'value') ?? ''
  const call = role === 'function_call' ? valueOf(textOf(content) ?? '') : undefined
  // a call that is no JSON is what the model said
  return { role: role === 'function_call' && call === undefined ? 'assistant' : role, content }
}

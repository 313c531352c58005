import { at, isList } from '../json/guard.ts'
import { listAt, ofEach } from './container.ts'
import type { Container } from './container.ts'

/** Spans of OpenAI's Agents SDK: each call among them with its messages as they are. */
export const agentsSdk: Container = {
  name: 'spans of an agent',
  keys: ['span_data'],
  open: ofEach((value) => {
    const data = at(value, 'span_data')
    if (at(data, 'type') !== 'generation' || !isList(at(data, 'input'))) return []
    const input = at(data, 'usage', 'input_tokens')
    const usage =
      input === undefined ? undefined : { input, output: at(data, 'usage', 'output_tokens') ?? null }
    const model = at(data, 'model') ?? null
    const request = { model, messages: at(data, 'input') ?? null }
    const response = listAt(data, 'output')[0] ?? null
    return [{ request, response, model, ...(usage !== undefined && { usage }) }]
  }),
}

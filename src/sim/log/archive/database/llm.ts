import type { Json } from '../../../../engine/index.ts'
import { groupsOf, rowsOf, textIn, written } from './store.ts'
import type { Store } from './store.ts'

/** `llm`: a row for each call, with its prompt and its answer; of its tools the calls and the results that it was given. */
export const llm: Store = {
  has: { conversations: ['id'], responses: ['conversation_id', 'prompt', 'response'] },
  async *logs(tables, unpack) {
    const calls = await groupsOf(tables, 'tool_calls', 'response_id', unpack)
    const results = await groupsOf(tables, 'tool_results', 'response_id', unpack)
    const titles = new Map<string, string>()
    for await (const row of rowsOf(tables, 'conversations', unpack))
      titles.set(textIn(row('id')), textIn(row('name')))
    for (const [id, responses] of await groupsOf(tables, 'responses', 'conversation_id', unpack))
      yield {
        id,
        title: titles.get(id) ?? '',
        text: () =>
          written({
            id,
            system: textIn(responses[0]?.('system') ?? null),
            messages: responses.flatMap((row): Json[] => {
              const own = textIn(row('id'))
              const prompt = textIn(row('prompt'))
              const time = textIn(row('datetime_utc'))
              const timestamp = time === '' ? {} : { timestamp: /[Z+]/.test(time) ? time : `${time}Z` }
              const [input, output] = [row('input_tokens'), row('output_tokens')]
              return [
                ...(results.get(own) ?? []).map((result): Json => {
                  return {
                    role: 'tool',
                    tool_call_id: textIn(result('tool_call_id')),
                    content: textIn(result('output')),
                  }
                }),
                ...(prompt === '' ? [] : [{ role: 'user', content: prompt, ...timestamp }]),
                {
                  role: 'assistant',
                  content: textIn(row('response')),
                  model: textIn(row('model')),
                  ...(calls.has(own) && {
                    tool_calls: (calls.get(own) ?? []).map((call): Json => {
                      const called = { name: textIn(call('name')), arguments: textIn(call('arguments')) }
                      return { id: textIn(call('tool_call_id')), type: 'function', function: called }
                    }),
                  }),
                  ...(typeof input === 'number' &&
                    typeof output === 'number' && {
                      usage: { prompt_tokens: input, completion_tokens: output },
                    }),
                  ...timestamp,
                },
              ]
            }),
          }),
      }
  },
}

import type { Json } from '../../../engine/index.ts'
import { at, isList, recordOf } from '../json/guard.ts'
import { valueOf } from '../json/parse.ts'
import { instantOf } from '../read/instant.ts'
import { usageWithin } from './chat-message.ts'
import { listAt, ofEach } from './container.ts'
import type { Container } from './container.ts'

/** What the AI SDK's middleware writes while a program is developed: each step is a call, with its texts as JSON. */
export const aiSdkDevTools: Container = {
  name: 'calls that AI SDK DevTools recorded',
  keys: ['steps'],
  open: ofEach((value) =>
    listAt(value, 'steps').flatMap((step): readonly Json[] => {
      const input = parsed(at(step, 'input'))
      const prompt = at(input, 'prompt')
      if (!isList(prompt) || at(step, 'model_id') === undefined) return []
      const output = parsed(at(step, 'output'))
      const parts = partsOf(output)
      const model = at(step, 'model_id') ?? null
      const usage = usageWithin(parsed(at(step, 'usage')) ?? at(output, 'usage'))
      const start = instantOf(at(step, 'started_at'))
      const took = at(step, 'duration_ms')
      const timestamp = start === null ? null : start + (typeof took === 'number' ? took : 0)
      const tools = at(input, 'tools')
      return [
        {
          request: { model, messages: prompt, ...(isList(tools) && { tools }) },
          ...(parts.length > 0 && {
            response: { role: 'assistant', model, timestamp, ...(usage && { usage }), content: parts },
          }),
        },
      ]
    }),
  ),
}

function parsed(value: Json | undefined): Json | undefined {
  return typeof value === 'string' ? valueOf(value) : (value ?? undefined)
}

/** Of a stream, each kind of part is in a list of its own. */
function partsOf(output: Json | undefined): readonly Json[] {
  const typed = (key: string, type: string): readonly Json[] =>
    listAt(output, key).map((part) => ({ ...recordOf(part), type }))
  const whole = listAt(output, 'content').filter((part) => at(part, 'type') !== 'source')
  if (whole.length > 0) return whole
  return [
    ...typed('reasoningParts', 'reasoning'),
    ...typed('textParts', 'text'),
    ...listAt(output, 'toolCalls'),
  ]
}

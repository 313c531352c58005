import type { Json } from '../../../engine/index.ts'
import { at, isRecord, recordOf, textOf } from '../json/guard.ts'
import { chatMessage, usageWithin } from './chat-message.ts'
import { ofWhole } from './container.ts'
import type { Container } from './container.ts'

/** What Claude Code or Gemini CLI prints for programs if it is to print only its last words (`--output-format json`). */
export const finalAnswer: Container = {
  name: 'the last answer of an agent, without its work',
  keys: ['result', 'stats'],
  open: ofWhole((value) => {
    const isClaude = at(value, 'type') === 'result' && at(value, 'session_id') !== undefined
    const said = isClaude ? at(value, 'result') : isRecord(at(value, 'stats')) ? at(value, 'response') : null
    const content = textOf(said)
    if (content === undefined) return []
    return [
      {
        messages: [chatMessage('assistant', { content, ...(isClaude ? ofClaude(value) : ofGemini(value)) })],
      },
    ]
  }),
}

interface Told {
  readonly model?: Json | undefined
  readonly usage?: Json | undefined
}

/** Small models help beside the one that answers, which costs the most. Of several calls only the sum is told. */
function ofClaude(value: Json): Told {
  const costOf = (usage: Json): number => Number(at(usage, 'costUSD') ?? 0)
  const [first] = Object.entries(recordOf(at(value, 'modelUsage'))).toSorted(
    ([, a], [, b]) => costOf(b) - costOf(a),
  )
  return { model: first?.[0], usage: at(value, 'num_turns') === 1 ? at(value, 'usage') : undefined }
}

function ofGemini(value: Json): Told {
  const models = Object.entries(recordOf(at(value, 'stats', 'models')))
  const [first] = models
  if (first === undefined || models.length > 1) return {}
  const [model, used] = first
  const count = (key: string): Json | undefined => at(used, 'tokens', key)
  const output = Number(count('candidates') ?? 0) + Number(count('thoughts') ?? 0)
  const isOne = at(used, 'api', 'totalRequests') === 1
  return {
    model,
    usage: isOne ? usageWithin({ input: count('prompt'), cacheRead: count('cached'), output }) : undefined,
  }
}

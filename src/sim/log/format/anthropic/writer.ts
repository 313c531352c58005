import type { Json } from '../../../../engine/index.ts'
import { anthropicMessage, mainMessages } from '../../write/writer.ts'
import type { Writer } from '../../write/writer.ts'

/** A request to the Anthropic Messages API. It cannot express usage, times, injections and sub-agents. */
export const writeAnthropic: Writer = (trace) => {
  const written = mainMessages(trace)
  const model = written.findLast(({ turn }) => turn.model !== null)?.turn.model ?? null
  const request: Json = {
    ...(model !== null && { model }),
    max_tokens: 8192,
    ...(trace.system !== '' && { system: trace.system }),
    ...(trace.tools.length > 0 && { tools: trace.tools.map((tool) => ({ ...tool })) }),
    ...(trace.thinking !== undefined && { thinking: { ...trace.thinking } }),
    messages: written.map(({ message }) => anthropicMessage(message)),
  }
  return `${JSON.stringify(request, null, 2)}\n`
}

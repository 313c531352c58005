import { partsOf } from '../engine/internal.ts'
import type { Message } from '../engine/index.ts'
import type { RecordedEdit, TraceTurn, Usage } from '../sim/index.ts'
import type { Live } from './live.ts'

/**
 * The conversation as a file: a request of the Anthropic Messages API, with the time of each turn beside the last
 * message before its reply (`ts`, in seconds), and beside the reply its model, its usage, and the edits requested from
 * and made by the provider, as in its response. Reading it back gives the same trace, including the counters' counts of
 * the requests.
 */
export function liveToLog({ trace }: Pick<Live, 'trace'>): string {
  const turnOf = new Map<number, TraceTurn>()
  const timeOf = new Map<number, TraceTurn['time']>()
  for (const turn of trace.turns) {
    if (turn.response !== null) turnOf.set(turn.response, turn)
    const last = turn.inputs.at(-1)
    if (last !== undefined) timeOf.set(last, turn.time)
  }
  const summaryOf = new Map<number, RecordedEdit['part']>()
  for (const { turn, part } of trace.recordedEdits) summaryOf.set(turn, part)
  const model = trace.turns.findLast((turn) => turn.model !== null)?.model ?? null
  const messages = trace.messages.map((message, index) => {
    const turn = turnOf.get(index)
    if (turn !== undefined) return { ...withSummary(message, summaryOf.get(turn.turn)), ...toldOf(turn) }
    const time = timeOf.get(index) ?? null
    return time === null ? message : { ...message, ts: time / 1000 }
  })
  const request = {
    ...(model !== null && { model }),
    max_tokens: 8192,
    ...(trace.system !== '' && { system: trace.system }),
    ...(trace.tools.length > 0 && { tools: trace.tools }),
    ...(trace.thinking !== undefined && { thinking: trace.thinking }),
    messages,
  }
  return `${JSON.stringify(request, null, 2)}\n`
}

function toldOf({ model, usage, applied, asked }: TraceTurn) {
  const editing = {
    ...(asked !== undefined && { edits: asked }),
    ...(applied !== undefined && { applied_edits: applied }),
  }
  return {
    ...(model !== null && { model }),
    ...(usage !== null && { usage: usageOf(usage) }),
    ...(Object.keys(editing).length > 0 && { context_management: editing }),
  }
}

/** In the provider's terms: `input_tokens` is the uncached rest (TOK-2). */
function usageOf({ input, output, cacheRead, cacheWrite, cacheTerm, ...more }: Usage) {
  return {
    input_tokens: input - (cacheRead ?? 0) - (cacheWrite ?? 0),
    ...(cacheWrite !== null && { cache_creation_input_tokens: cacheWrite }),
    ...(cacheRead !== null && { cache_read_input_tokens: cacheRead }),
    ...(cacheTerm !== undefined && {
      cache_creation: { [`ephemeral_${cacheTerm}_input_tokens`]: cacheWrite },
    }),
    ...(output !== null && { output_tokens: output }),
    ...more,
  }
}

/** A summary by the provider is at the front of its reply. */
function withSummary(message: Message, summary: RecordedEdit['part']): Message {
  return summary === undefined ? message : { ...message, content: [summary, ...partsOf(message)] }
}

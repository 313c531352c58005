import type { Json } from '../../../engine/index.ts'
import { at, isList, isRecord, textOf } from '../json/guard.ts'
import { valueOf } from '../json/parse.ts'
import { asText, callOf, chatMessage, resultOf, usageWithin } from './chat-message.ts'
import { listAt, ofEach } from './container.ts'
import type { Container } from './container.ts'
import { messagesInPrompt } from './templates.ts'

/** What programs that measure models sent and got: samples of lm-evaluation-harness, states of HELM, results of BFCL. */
export const modelEvaluations: Container = {
  name: 'samples of lm-evaluation-harness, HELM or BFCL',
  keys: ['resps', 'samples', 'request_states', 'inference_log'],
  open(log) {
    // a sample stands there once for each filter of its answer
    const seen = new Set<string>()
    return ofEach((value) => {
      const samples = at(value, 'samples')
      const rows = isRecord(samples)
        ? Object.values(samples).flatMap((one) => (isList(one) ? one : []))
        : [value]
      return [
        ...rows.flatMap((row) => {
          const key = JSON.stringify([at(row, 'doc_id'), at(row, 'arguments'), at(row, 'resps')])
          if (seen.has(key)) return []
          seen.add(key)
          return sampleOf(row)
        }),
        ...listAt(value, 'request_states').flatMap(stateOf),
        ...turnsOf(value),
      ]
    })(log)
  },
}

/** The prompts of lm-evaluation-harness, each with its answers; where it only weighed given answers there are none. */
function sampleOf(row: Json): readonly Json[] {
  const sent = at(row, 'arguments')
  const requests = isList(sent) ? sent : isRecord(sent) ? Object.values(sent) : []
  return requests.flatMap((request, index) => {
    const prompt = isList(request) ? request[0] : at(request, 'arg_0')
    const answers = listAt(row, 'resps')[index]
    return (isList(answers) ? answers : []).flatMap((answer): readonly Json[] => {
      const content = textOf(answer)
      if (content === undefined || prompt === undefined) return []
      const id = at(row, 'doc_id')
      const messages = [...messagesOf(prompt), chatMessage('assistant', { content })]
      return [{ ...(id !== undefined && { id: String(asText(id)) }), messages }]
    })
  })
}

/** Messages, also as JSON in a text, or a prompt. */
function messagesOf(prompt: Json): readonly Json[] {
  const listed = isList(prompt) && prompt.length === 1 ? valueOf(asText(prompt[0])) : prompt
  if (isList(listed)) return listed
  const told = messagesInPrompt(asText(prompt))
  return told.length > 0 ? told : [chatMessage('user', { content: asText(prompt) })]
}

function stateOf(state: Json): readonly Json[] {
  const request = at(state, 'request')
  const content = textOf(at(listAt(state, 'result', 'completions')[0], 'text'))
  const prompt = at(request, 'messages') ?? at(request, 'prompt')
  if (content === undefined || prompt === undefined || prompt === null) return []
  const model = at(request, 'model')
  const timestamp = at(state, 'result', 'request_datetime')
  return [
    {
      input: { messages: messagesOf(prompt), ...(model !== undefined && { model }) },
      output: chatMessage('assistant', { content, model, timestamp }),
    },
  ]
}

/** The turns of BFCL: what was asked, and the steps of the model until it called nothing more. */
function turnsOf(value: Json): readonly Json[] {
  const turns = listAt(value, 'inference_log').filter((turn) => isList(at(turn, 'begin_of_turn_query')))
  let calls = 0
  const messages = turns.flatMap((turn, nth) => {
    const steps = Object.entries(isRecord(turn) ? turn : {}).filter(([key]) => key.startsWith('step_'))
    const told = steps.flatMap(([, list], step): readonly Json[] => {
      const entries = isList(list) ? list : []
      const ofRole = (role: string): readonly Json[] => entries.filter((one) => at(one, 'role') === role)
      const results = ofRole('tool')
      const made = ofRole('handler_log').flatMap((one) => listAt(one, 'model_response_decoded'))
      const called = results.map((_, index): Json => {
        const [, name = '', shown = ''] = /^([\w.]+)\(([^]*)\)$/.exec(asText(made[index])) ?? []
        return callOf(`call_${calls + index + 1}`, name, { shown })
      })
      const count = (key: string): Json | undefined => {
        const counted = listAt(value, key)[nth]
        return isList(counted) ? counted[step] : undefined
      }
      const said = ofRole('assistant').map((one) => at(one, 'content'))
      const reply = chatMessage('assistant', {
        // the calls as the model wrote them
        content: called.length > 0 ? '' : said.map(asText).join('\n\n'),
        calls: called,
        usage: usageWithin({ input: count('input_token_count'), output: count('output_token_count') }),
      })
      const given = results.map((one, index) =>
        resultOf(`call_${calls + index + 1}`, asText(at(one, 'content'))),
      )
      calls += called.length
      return said.length === 0 ? [] : [reply, ...given]
    })
    return [...listAt(turn, 'begin_of_turn_query'), ...told]
  })
  const id = at(value, 'id')
  return messages.length === 0 ? [] : [{ ...(id !== undefined && { id }), messages }]
}

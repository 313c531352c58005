import type { Json } from '../../../engine/index.ts'
import { at, isRecord, textOf } from '../json/guard.ts'
import { asText, callOf, chatMessage, injectedMessage, resultOf, usageWithin } from './chat-message.ts'
import { listAt, ofEach } from './container.ts'
import type { Container } from './container.ts'

/** The history of an agent of browser-use: in each step the state of the page, what the model wants, and what came of it. */
export const browserUse: Container = {
  name: 'a history of browser-use',
  keys: ['history'],
  open: ofEach((value) => {
    const steps = listAt(value, 'history')
    const isOwn = steps.some((step) => isRecord(at(step, 'model_output')) && isRecord(at(step, 'state')))
    return isOwn ? [{ messages: steps.flatMap(messagesOf) }] : []
  }),
}

function messagesOf(step: Json, index: number): readonly Json[] {
  const output = at(step, 'model_output')
  const said = at(output, 'current_state') ?? output
  const about = at(step, 'metadata')
  const timestamp = at(about, 'step_end_time')
  const calls = listAt(output, 'action').flatMap((action, nth) => {
    const [named] = Object.entries(isRecord(action) ? action : {})
    return named === undefined ? [] : [callOf(`step_${index}_${nth}`, named[0], named[1])]
  })
  const goals = ['evaluation_previous_goal', 'memory', 'next_goal'].flatMap((key) => {
    const text = textOf(at(said, key))
    return text === undefined ? [] : [`${key}: ${text}`]
  })
  const results = listAt(step, 'result').map((result) =>
    asText(at(result, 'extracted_content') ?? at(result, 'error')),
  )
  const left = results.slice(calls.length).filter((text) => text !== '')
  return [
    injectedMessage(stateOf(step), timestamp),
    ...(isRecord(output)
      ? [
          chatMessage('assistant', {
            content: goals.join('\n'),
            thoughts: [at(said, 'thinking')].flatMap((text) => textOf(text) ?? []),
            calls,
            timestamp,
            usage: usageWithin({ input: at(about, 'input_tokens') }),
          }),
        ]
      : []),
    ...calls.map((_, nth) => resultOf(`step_${index}_${nth}`, results[nth] ?? '', { timestamp })),
    ...left.map((text) => injectedMessage(text, timestamp)),
  ]
}

/** What the model saw of the page; without that, only where it was. */
function stateOf(step: Json): string {
  const state = at(step, 'state')
  const tabs = listAt(state, 'tabs').map((tab) => `- ${asText(at(tab, 'title'))} ${asText(at(tab, 'url'))}`)
  const place = `${asText(at(state, 'title'))} ${asText(at(state, 'url'))}`.trim()
  return textOf(at(step, 'state_message')) ?? [place, ...tabs].join('\n')
}

import type { Json } from '../../../engine/index.ts'
import { at, isList, textOf } from '../json/guard.ts'
import {
  asText,
  callOf,
  chatMessage,
  pictureBlock,
  resultOf,
  summaryOf,
  textBlock,
  textsOf,
  usageBeside,
} from './chat-message.ts'
import { listAt, ofWhole } from './container.ts'
import type { Container } from './container.ts'

/** A session that OpenCode exported, or the list of its messages. */
export const openCode: Container = {
  name: 'a session of OpenCode',
  keys: ['info', 'messages'],
  open: ofWhole((value) => {
    const messages = isList(value) ? value : listAt(value, 'messages')
    const own = messages.filter(
      (message) => isList(at(message, 'parts')) && typeof at(message, 'info', 'role') === 'string',
    )
    return own.length === 0
      ? []
      : [{ id: at(value, 'info', 'title') ?? null, messages: own.flatMap(messagesOf) }]
  }),
}

/** A reply of several steps is several messages; the results of a step's tools follow it. */
function messagesOf(message: Json): readonly Json[] {
  const info = at(message, 'info')
  const parts = listAt(message, 'parts').filter((part) => at(part, 'ignored') !== true)
  const timestamp = at(info, 'time', 'created')
  if (at(info, 'role') !== 'assistant')
    return parts.some((part) => at(part, 'type') === 'compaction')
      ? []
      : [chatMessage('user', { content: parts.flatMap(blockOf), timestamp })]
  // the summary that a compaction made, asked for by a message without words
  if (at(info, 'summary') === true) return [summaryOf(textsOf(parts, 'text').join('\n\n'))]
  const steps: Json[][] = [[]]
  for (const part of parts) {
    if (at(part, 'type') === 'step-start' && steps.at(-1)?.length !== 0) steps.push([])
    else steps.at(-1)?.push(part)
  }
  return steps.flatMap((step, index) => {
    const tools = step.filter((part) => at(part, 'type') === 'tool')
    const said = textsOf(step, 'text')
    if (tools.length + said.length === 0) return []
    const finish = step.find((part) => at(part, 'type') === 'step-finish')
    const tokens = at(finish, 'tokens') ?? (index === steps.length - 1 ? at(info, 'tokens') : undefined)
    const reply = chatMessage('assistant', {
      content: said.join('\n\n'),
      thoughts: textsOf(step, 'reasoning'),
      calls: tools.map((part) => callOf(at(part, 'callID'), at(part, 'tool'), at(part, 'state', 'input'))),
      timestamp,
      model: at(info, 'modelID'),
      usage: usageBeside(
        at(tokens, 'input'),
        at(tokens, 'cache', 'read'),
        at(tokens, 'cache', 'write'),
        outputOf(tokens),
      ),
    })
    const results = tools.flatMap((part): readonly Json[] => {
      const output = at(part, 'state', 'output') ?? at(part, 'state', 'error')
      return output === undefined ? [] : [resultOf(at(part, 'callID'), asText(output))]
    })
    return [reply, ...results]
  })
}

/** The tokens of a reply: some versions count reasoning apart, which shows in the total. */
function outputOf(tokens: Json | undefined): Json | undefined {
  const output = at(tokens, 'output')
  const [total, apart] = [at(tokens, 'total'), at(tokens, 'reasoning')]
  const parts = [['input'], ['cache', 'read'], ['cache', 'write'], ['output'], ['reasoning']]
  const sum = parts.reduce((all, keys) => all + Number(at(tokens, ...keys) ?? 0), 0)
  return typeof output === 'number' && typeof apart === 'number' && sum === total ? output + apart : output
}

/** What a user says or attaches. */
function blockOf(part: Json): readonly Json[] {
  const text = textOf(at(part, 'text'))
  if (at(part, 'type') === 'text' && text !== undefined) return [textBlock(text)]
  const url = textOf(at(part, 'url'))
  const isImage = textOf(at(part, 'mime'))?.startsWith('image/') === true
  return isImage && url !== undefined ? [pictureBlock(url)] : []
}

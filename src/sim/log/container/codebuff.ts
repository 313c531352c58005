import type { Json } from '../../../engine/index.ts'
import { at, textOf } from '../json/guard.ts'
import { asText, callOf, chatMessage, resultOf, usageBeside } from './chat-message.ts'
import { listAt, ofWhole } from './container.ts'
import type { Container } from './container.ts'

/** A chat of Codebuff (`chat-messages.json`): an answer is all requests behind it, as blocks of text and calls. */
export const codebuff: Container = {
  name: 'a chat of Codebuff',
  keys: ['variant'],
  open: ofWhole((value) => {
    const rows = Array.isArray(value) ? (value as readonly Json[]) : []
    const isOwn = rows.every((row) => typeof at(row, 'variant') === 'string')
    return isOwn && rows.some((row) => at(row, 'variant') === 'ai')
      ? [{ messages: rows.flatMap(messagesOf) }]
      : []
  }),
}

interface Step {
  readonly thoughts: string[]
  readonly words: string[]
  readonly calls: Json[]
  readonly results: Json[]
}

function messagesOf(row: Json): readonly Json[] {
  const variant = at(row, 'variant')
  const timestamp = at(row, 'timestamp')
  const content = asText(at(row, 'content'))
  if (variant === 'user') return [chatMessage('user', { content, timestamp })]
  // errors are shown to the user alone
  if (variant !== 'ai') return []
  const steps = stepsOf(listAt(row, 'blocks'))
  if (steps.length === 0 && content !== '') steps.push({ ...newStep(), words: [content] })
  const usage = usageBeside(at(row, 'metadata', 'usage'))
  return steps.flatMap(({ words, results, ...said }) => [
    chatMessage('assistant', {
      ...said,
      content: words.join('\n\n'),
      timestamp,
      model: at(row, 'metadata', 'model'),
      // of several requests it is the sum
      usage: steps.length === 1 ? usage : undefined,
    }),
    ...results,
  ])
}

function newStep(): Step {
  return { thoughts: [], words: [], calls: [], results: [] }
}

/** Words after a result are from the next request. */
function stepsOf(blocks: readonly Json[]): Step[] {
  const steps: Step[] = []
  for (const block of blocks) {
    const type = at(block, 'type')
    const text = type === 'text' ? textOf(at(block, 'content')) : undefined
    const isCall = type === 'tool' || type === 'agent'
    if (text === undefined && !isCall) continue
    const before = steps.at(-1)
    const step = before === undefined || (!isCall && before.calls.length > 0) ? newStep() : before
    if (step !== before) steps.push(step)
    if (text !== undefined) (at(block, 'textType') === 'reasoning' ? step.thoughts : step.words).push(text)
    else if (type === 'tool') {
      const id = at(block, 'toolCallId')
      step.calls.push(callOf(id, at(block, 'toolName'), at(block, 'input')))
      const output = at(block, 'output')
      if (output !== undefined) step.results.push(resultOf(id, asText(output)))
    } else {
      const id = at(block, 'agentId')
      const inner = listAt(block, 'blocks').flatMap((one) => textOf(at(one, 'content')) ?? [])
      const prompt = at(block, 'initialPrompt') ?? null
      step.calls.push(callOf(id, at(block, 'agentType') ?? at(block, 'agentName'), { prompt }))
      step.results.push(resultOf(id, textOf(at(block, 'content')) ?? inner.join('\n\n')))
    }
  }
  return steps
}

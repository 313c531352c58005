import type { Json } from '../../../engine/index.ts'
import { at, isList, textOf } from '../json/guard.ts'
import { chatMessage, usageWithin } from './chat-message.ts'
import { listAt } from './container.ts'
import { messagesInPrompt } from './templates.ts'

/** The messages of a request to go on with a text; undefined for another request. Several texts have an answer each. */
export function promptIn(request: Json): readonly Json[] | undefined {
  const prompt = at(request, 'prompt') ?? at(request, 'inputText')
  const text = textOf(isList(prompt) && prompt.length === 1 ? prompt[0] : prompt)
  if (text === undefined) return undefined
  const told = messagesInPrompt(text)
  return told.length > 0 ? told : [chatMessage('user', { content: text })]
}

/** How a text goes on, as an answer of OpenAI’s: each family of models on Bedrock has its own shape. Null for other values. */
export function completionIn(answer: Json): Json {
  if (isList(at(answer, 'choices'))) return answer
  const [result] = listAt(answer, 'results')
  const content =
    textOf(at(answer, 'generation')) ??
    textOf(at(answer, 'completion')) ??
    textOf(at(result, 'outputText')) ??
    textOf(at(listAt(answer, 'generations')[0], 'text')) ??
    textOf(at(listAt(answer, 'completions')[0], 'data', 'text')) ??
    textOf(at(listAt(answer, 'outputs')[0], 'text'))
  if (content === undefined) return null
  const usage = usageWithin({
    input: at(answer, 'prompt_token_count') ?? at(answer, 'inputTextTokenCount'),
    output: at(answer, 'generation_token_count') ?? at(result, 'tokenCount'),
  })
  return {
    choices: [{ message: chatMessage('assistant', { content }) }],
    ...(usage !== undefined && { usage }),
  }
}

import { sentencesOf } from '../../src/engine/internal.ts'
import { agentStep } from './agent.ts'
import { proseOf } from './answer.ts'
import type { AnswerPart } from './answer.ts'
import type { Prompt } from './body.ts'
import { isJudging, isQuestioning, judgement, replyFromContext } from './questions.ts'
import { answerToAsk, askOf } from './summaries.ts'

/**
 * The answer of a scripted model: a summary for one of the project's own questions, an answer from the text for a
 * fidelity question, the next step of a small script if tools are declared, else a sentence.
 *
 * @param asked hash of the request, from which ids are made
 */
export function answerTo(
  prompt: Prompt,
  { thinks, asked }: { readonly thinks: boolean; readonly asked: string },
): readonly AnswerPart[] {
  const said = sayingOf(prompt, asked)
  if (!thinks) return said
  const [first] = said
  const about =
    first?.type === 'tool_use' ? `I need ${first.name} for this.` : 'Everything for the answer stands here.'
  return [
    { type: 'thinking', thinking: `The last message has ${lastText(prompt).length} letters. ${about}` },
    ...said,
  ]
}

function sayingOf(prompt: Prompt, asked: string): readonly AnswerPart[] {
  const system = systemOf(prompt)
  const user = prompt.messages
    .filter(({ role }) => role === 'user')
    .map(proseOf)
    .join('\n\n')
  const ask = askOf(system, user)
  if (ask !== null) return [text(answerToAsk(ask))]
  if (isJudging(system)) return [text(judgement(user))]
  if (isQuestioning(system)) return [text(replyFromContext(user))]
  const offered = prompt.tool_choice?.type === 'none' ? [] : (prompt.tools ?? [])
  if (offered.length > 0) return agentStep({ ...prompt, tools: offered }, asked)
  const sentence = sentencesOf(lastText(prompt))[0]?.text ?? ''
  return [text(sentence === '' ? 'There is nothing to answer.' : `You say: ${sentence}`)]
}

function systemOf({ system = '' }: Prompt): string {
  return typeof system === 'string' ? system : system.map((part) => part.text).join('\n\n')
}

function lastText({ messages }: Prompt): string {
  const last = messages.findLast(({ role }) => role === 'user')
  return last === undefined ? '' : proseOf(last)
}

function text(said: string): AnswerPart {
  return { type: 'text', text: said }
}

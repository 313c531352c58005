import type { AskSource } from '../core/llm/ask.ts'
import { framed, frameRules, headingOf, markFor, oneLine, textsOf } from '../core/llm/frame.ts'
import type { Prompt } from '../core/llm/prompt.ts'
import { listReply } from './list-reply.ts'
import type { Probe } from './probe.ts'

/** An answer as a model gave it: '' where it says that the context does not tell, null where no answer can be read. */
export type AskedAnswer = string | null

/**
 * Asks all questions of a context at once (HEALTH-3). The context goes in whole, part by part, between marks that occur
 * in none of its texts: whether it fits a model's window is for the caller to say, nothing is cut here.
 *
 * @param attempt from 1; a later one has other words, so that it is not answered from memory
 */
export function questionPrompt(
  probes: readonly Pick<Probe, 'question'>[],
  context: readonly AskSource[],
  attempt = 1,
): Prompt {
  // Names of tools and settings in a question come out of logs.
  const questions = probes.map(({ question }, at) => `${at + 1}. ${oneLine(question)}`)
  const mark = markFor([...textsOf(context), ...questions])
  return {
    system: [
      `You are tested on what a context tells. The context is that of an agent, part by part in its order; after it come ${probes.length} questions.`,
      `Answer from the context alone.
What you know from elsewhere or can only guess is no answer. Where the context does not say, the answer is "".`,
      `A question may name the turn in which something was said. A summary may tell of that turn without its number: what it says of the matter is an answer. Be brief, but where several things fit, name them all. Names, paths, numbers, codes and messages stay exactly as they are written.`,
      listWanted(probes.length, 'one answer to each question, in their order', attempt),
      frameRules(mark),
    ].join('\n\n'),
    user: [
      ...context.map((source, index) => framed(mark, headingOf(source, index), source.text)),
      framed(mark, 'questions', questions.join('\n')),
    ].join('\n\n'),
  }
}

/** The answers of a reply, one for each question; all null where it is no list of so many texts (HEALTH-3). */
export function readAnswers(reply: string, count: number): readonly AskedAnswer[] {
  const list = listReply(reply, count)
  return Array.from({ length: count }, (_, at) => {
    const item = list?.[at]
    return typeof item === 'string' ? item.trim() : null
  })
}

/** The form in which a reply is wanted: a list of texts that can be read without guessing. */
export function listWanted(count: number, of: string, attempt: number): string {
  const again =
    attempt > 1 ? `\nThis is try ${attempt}: the reply before it was no such list of ${count} strings.` : ''
  return `Reply with one JSON list of ${count} strings and nothing else, no code fence: ${of}.${again}`
}

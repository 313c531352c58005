import type { AskSource } from '../core/llm/ask.ts'
import { framed, frameRules, headingOf, markFor, oneLine, textsOf } from '../core/llm/frame.ts'
import type { Prompt } from '../core/llm/prompt.ts'
import type { Probe } from './template.ts'
import type { Ratio } from '../core/units.ts'

/** An answer that a model gave: '' if it says that the context does not contain it, null if no answer can be read. */
export type AskedAnswer = string | null

/**
 * A prompt that asks all questions about a context at once (HEALTH-3). The context is included whole, part by part,
 * framed by a mark that occurs in none of its texts. Nothing is cut; the caller checks whether it fits a model's
 * window.
 *
 * @param attempt from 1; later ones are worded differently, so that the answer does not come from a cache
 */
export function questionPrompt(
  probes: readonly Pick<Probe, 'question'>[],
  context: readonly AskSource[],
  attempt = 1,
): Prompt {
  // Names of tools and settings in a question come from logs.
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

/**
 * The answers in a reply, one for each question; all null if it is not a list of exactly that many texts (HEALTH-3).
 */
export function readAnswers(reply: string, count: number): readonly AskedAnswer[] {
  const list = listReply(reply, count)
  return Array.from({ length: count }, (_, at) => {
    const item = list?.[at]
    return typeof item === 'string' ? item.trim() : null
  })
}

/** The required form of a reply: a list of texts that can be read without guessing. */
function listWanted(count: number, of: string, attempt: number): string {
  const again =
    attempt > 1 ? `\nThis is try ${attempt}: the reply before it was no such list of ${count} strings.` : ''
  return `Reply with one JSON list of ${count} strings and nothing else, no code fence: ${of}.${again}`
}

/**
 * The items of the one JSON list of exactly `count` items in a reply; a code fence or sentences may be around it. Null
 * for everything else, so that nobody has to guess which item belongs to which question (HEALTH-3).
 */
function listReply(reply: string, count: number): readonly unknown[] | null {
  const [from, to] = [reply.indexOf('['), reply.lastIndexOf(']')]
  // A list in an object is not what was asked for, and a brace in a sentence may begin one.
  if (/[{}]/.test(reply.slice(0, from) + reply.slice(to + 1))) return null
  try {
    const list: unknown = JSON.parse(reply.slice(from, to + 1))
    return Array.isArray(list) && list.length === count ? list : null
  } catch {
    return null
  }
}

/** Whether an answer is right. An unreadable verdict is neither: it is shown, and never counts as yes (HEALTH-3). */
export type Judged = 'yes' | 'no' | 'unanswered'

/** An answer for a judge to check. */
export interface AnswerToJudge {
  readonly question: string
  readonly expected: readonly string[]
  readonly answer: string
}

/** A request to judge two sets of answers to the same questions. */
export interface Judging {
  readonly items: readonly AnswerToJudge[]
  /** The verdicts of a reply on both sets. */
  read(reply: string): { readonly before: readonly Judged[]; readonly after: readonly Judged[] }
}

/**
 * The answers to judge: each one once, without saying which set it is from. An answer that the context does not say is
 * wrong without a judge, and equal answers are judged once, so that one cannot be both right and wrong.
 *
 * @throws RangeError for sets of different lengths
 */
export function judgingOf(
  probes: readonly Pick<Probe, 'question' | 'expected'>[],
  before: readonly AskedAnswer[],
  after: readonly AskedAnswer[],
): Judging {
  sameLength(probes, before)
  sameLength(probes, after)
  const items: AnswerToJudge[] = []
  const places = probes.map(({ question, expected }, at) => {
    const said = [before[at] ?? '', after[at] ?? ''].filter((answer) => answer !== '')
    // Sorted, so that the judge cannot tell which of two answers came first.
    const distinct = [...new Set(said)].sort((a, b) => (a < b ? -1 : 1))
    return new Map(
      distinct.map((answer): [string, number] => [answer, items.push({ question, expected, answer }) - 1]),
    )
  })
  return {
    items,
    read(reply) {
      const verdicts = readVerdicts(reply, items.length)
      const judged = (answer: AskedAnswer, at: number): Judged => {
        if (answer === null) return 'unanswered'
        if (answer === '') return 'no'
        return verdicts[places[at]?.get(answer) ?? -1] ?? 'unanswered'
      }
      return { before: before.map(judged), after: after.map(judged) }
    },
  }
}

/**
 * A prompt that asks for a strict yes or no on every answer (HEALTH-3).
 *
 * @param attempt from 1; later ones are worded differently, so that the answer does not come from a cache
 */
export function judgePrompt(items: readonly AnswerToJudge[], attempt = 1): Prompt {
  const texts = items.map(
    ({ question, expected, answer }) =>
      `Question: ${oneLine(question)}\nExpected: ${expected.map(oneLine).join(' + ')}\nAnswer: ${answer}`,
  )
  const mark = markFor(texts)
  return {
    system: [
      `You judge ${items.length} answers to questions about a text that you do not see. With each comes what was expected: names, numbers and words that the right answer has in the text, joined by +.`,
      `Answer with yes or no.
yes: the answer states all that is expected, be it in other words; names, paths, numbers and codes must be the same.
no: it states something else, or less, or only that nothing is known.
An answer may say more than is expected, if nothing in it contradicts that. There is no third verdict: in doubt, no.`,
      listWanted(
        items.length,
        '"yes" or "no" for each answer, in lower case and without more words, in their order',
        attempt,
      ),
      frameRules(mark),
    ].join('\n\n'),
    user: texts.map((text, at) => framed(mark, `answer ${at + 1}`, text)).join('\n\n'),
  }
}

/**
 * The verdicts of a reply: yes and no if it says that alone, in any case and with a full stop or without, else
 * unanswered; all unanswered if it has no list of that length.
 */
export function readVerdicts(reply: string, count: number): readonly Judged[] {
  const list = listReply(reply, count)
  return Array.from({ length: count }, (_, at) => {
    const item = list?.[at]
    const said = typeof item === 'string' ? item.trim().toLowerCase().replace(/\.$/, '') : ''
    return said === 'yes' || said === 'no' ? said : 'unanswered'
  })
}

/** The result of two sets of verdicts. */
export interface JudgedFidelity {
  /** Questions answered right before, and how many of them are still answered right after. */
  readonly right: number
  readonly still: number
  /** `still` of `right`; null where nothing was right before, which is shown as a dash. */
  readonly share: Ratio | null
  /** Questions with an unreadable verdict before or after. */
  readonly unanswered: number
}

/**
 * The share of the questions answered right before that are still answered right after (HEALTH-3). An unreadable
 * verdict counts as no, so the share is too low rather than too high.
 *
 * @throws RangeError for lists of different lengths
 */
export function fidelityJudged(before: readonly Judged[], after: readonly Judged[]): JudgedFidelity {
  sameLength(before, after)
  const right = before.filter((one) => one === 'yes').length
  const still = before.filter((one, at) => one === 'yes' && after[at] === 'yes').length
  const unanswered = before.filter((one, at) => one === 'unanswered' || after[at] === 'unanswered').length
  return { right, still, share: right === 0 ? null : still / right, unanswered }
}

function sameLength(one: readonly unknown[], other: readonly unknown[]): void {
  if (one.length !== other.length) {
    throw new RangeError(`${one.length} answers to the same questions expected, not ${other.length}`)
  }
}

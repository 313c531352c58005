import { sentencesOf } from '../../src/engine/internal.ts'

/** Lines of a system prompt that mark a question about a context, and a request for a judgement. */
const QUESTIONING = 'Answer from the context alone.'
const JUDGING = 'Answer with yes or no.'

export function isQuestioning(system: string): boolean {
  return hasLine(system, QUESTIONING)
}

export function isJudging(system: string): boolean {
  return hasLine(system, JUDGING)
}

function hasLine(text: string, line: string): boolean {
  return text.split('\n').some((each) => each.trim() === line)
}

/** The answer if the text does not say. */
const UNKNOWN = 'The context does not say.'

/**
 * For every question in a text, the sentence of the text that shares the most words with it. Several answers are
 * numbered lines.
 */
export function replyFromContext(text: string): string {
  const lines = text.split('\n')
  const questions = lines.filter(isQuestion)
  const told = lines
    .filter((line) => !isQuestion(line))
    .flatMap((line) => sentencesOf(line).map((sentence) => sentence.text))
  const replies = questions.map((question) => bestOf(told, wordsOf(question)) ?? UNKNOWN)
  if (replies.length === 0) return UNKNOWN
  return replies.length === 1 ? (replies[0] ?? '') : replies.map((it, at) => `${at + 1}. ${it}`).join('\n')
}

function isQuestion(line: string): boolean {
  return line.trimEnd().endsWith('?')
}

function bestOf(sentences: readonly string[], words: ReadonlySet<string>): string | null {
  let best: string | null = null
  let most = 0
  for (const sentence of sentences) {
    const shared = sharedBy(words, wordsOf(sentence))
    // Of equally good sentences the later one, because it is newer.
    if (shared > 0 && shared >= most) {
      best = sentence
      most = shared
    }
  }
  return best
}

/**
 * Yes if the answer has at least half of the expected words. The two texts are the last labelled parts of the message
 * (`Expected: …`, `Answer: …`); without labels, its last two lines.
 */
export function judgement(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const labelled = lines.filter((line) => /^[\w ]{3,30}:\s*\S/.test(line))
  const [expected = '', answered = ''] = (labelled.length >= 2 ? labelled : lines).slice(-2).map(withoutLabel)
  const words = wordsOf(expected)
  const same = words.size > 0 && 2 * sharedBy(words, wordsOf(answered)) >= words.size
  return same ? 'yes' : 'no'
}

function withoutLabel(line: string): string {
  return line.replace(/^[\w ]{3,30}:\s*/, '')
}

/** Words that count: three letters or more, or a number. */
function wordsOf(text: string): ReadonlySet<string> {
  const found = text.toLowerCase().match(/[\p{L}\p{N}_./-]+/gu) ?? []
  const bare = found.map((word) => word.replace(/^[./-]+|[./-]+$/g, ''))
  return new Set(bare.filter((word) => (word.length > 2 || /\d/.test(word)) && !EVERYWHERE.has(word)))
}

const EVERYWHERE: ReadonlySet<string> = new Set(
  'the and for was were what which who how why when where that this with from are does did has have been'.split(
    ' ',
  ),
)

function sharedBy(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  return [...left].filter((word) => right.has(word)).length
}

import type { Problem } from '../../../../engine/index.ts'
import { counted } from '../../../../view/index.ts'
import { LOG_TEXT } from './words.ts'

/** Numbers of broken lines that are named; the rest is counted. */
const MOST_LINES = 3

/**
 * What a reader left out or worked around, in few words: lines that are not in what is shown, each with its number, an
 * end that is missing, and other problems by their count.
 */
export function troubles(problems: readonly Problem[]): readonly string[] {
  const broken = problems.filter(({ code }) => code === 'broken-line')
  const cutOff = problems.find(({ code }) => code === 'cut-off')
  const unlisted = problems.some(({ code }) => code === 'more-problems')
  const others = problems.length - broken.length - (cutOff === undefined ? 0 : 1) - (unlisted ? 1 : 0)
  const words: string[] = []
  if (broken.length > 0) {
    const named = broken.slice(0, MOST_LINES).map(({ line }) => line ?? 1)
    const lines = LOG_TEXT.lines(named, broken.length - named.length)
    words.push(LOG_TEXT.broken(counted(broken.length, 'broken line'), lines))
  }
  if (cutOff !== undefined) words.push(LOG_TEXT.cutOff(cutOff.line ?? 1))
  if (others > 0) words.push(LOG_TEXT.problems(counted(others, 'problem')))
  if (unlisted) words.push(LOG_TEXT.brokenUnlisted)
  return words
}

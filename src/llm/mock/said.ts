import {
  isSentence,
  linesOf,
  namedNumbers,
  stretchesOf,
  sentencesOf,
  SPOKEN,
  subjectOf,
} from '../../engine/internal.ts'
import type { Ask } from '../../engine/index.ts'
import type { Candidate } from './fit.ts'
import { LITTLE, worthOf } from './worth.ts'

/** A statement of the user, word for word. */
export interface Said {
  readonly candidate: Candidate
  readonly text: string
  /** Taken over from the previous summary. */
  readonly old: boolean
  /** In the first message, which has the task. */
  readonly opens: boolean
  /** A decision or a task by its words. */
  readonly isStated: boolean
  /**
   * Less than a sentence, or worth little where sentences are chosen by worth, or from the middle of a long message, which is pasted text more often than a wish; or a value
   * that was probably replaced.
   */
  readonly minor: boolean
}

/** In a message of so few lines, less than a sentence is how its author writes, and not pasted text. */
const TERSE = 3
/** Room for the statements of one line before those of the next. */
const PLACES = 1000

/** Says that another value was there before. */
const CHANGES =
  /\b(?:after all|instead|on second thoughts?|(?:make|set) (?:it|that|the|this))\b|\b(?:changed?|dropped|fell|grew|increased?|lower(?:ed)?|moved?|raised?|reduced?|rose|(?:goes|gone|went) (?:down|up))\b.*\bto\b/i

/**
 * What the user said, word for word, the newest statement first but for the first message, which has the task. Of
 * settings with the same name the newest is left. Of other statements that differ in their numbers only, the older is
 * minor: each may tell of something else.
 *
 * @param part the part of the answer that they are written in
 * @param heading of the section of the previous summary that has what was said before
 * @param told statements that are written elsewhere, or no longer hold
 * @param stated where sentences are chosen by worth, the decisions and tasks among them; else null
 */
export function saidIn(
  ask: Ask,
  part: string,
  heading: string,
  told: ReadonlySet<string>,
  stated: ReadonlySet<string> | null = null,
): readonly Said[] {
  const said: Said[] = []
  let row = 0
  const add = (line: string, old: boolean, opens: boolean, isInner: boolean, isTerse = old): void => {
    for (const { text: whole, at } of sentencesOf(line, SPOKEN.longest)) {
      if (stretchesOf(whole).every((part) => told.has(part))) continue
      const isStated = stated?.has(whole) ?? false
      for (const [nth, text] of (stated === null ? [whole] : dividedBeforeSmall(whole)).entries()) {
        const isLittle =
          stated === null ? text.length < SPOKEN.shortest : !opens && worthOf(text, isStated) < LITTLE
        said.push({
          candidate: { part, line: text, place: row * PLACES + Math.min(at + nth / PLACES, PLACES - 1), row },
          text,
          old,
          opens,
          isStated,
          minor: isInner || isLittle || (!isTerse && !isSentence(text)),
        })
      }
    }
    row++
  }
  for (const line of linesUnder(heading, ask.previous ?? '')) add(line, true, row === 0, false)
  for (const { type, text } of ask.sources) {
    if (type !== 'user_message') continue
    const lines = linesOf(text).filter((line) => line.trim() !== '')
    const opens = row === 0
    const inner = lines.length - SPOKEN.tail
    lines.forEach((line, index) =>
      add(line, false, opens, index >= SPOKEN.head && index < inner, lines.length <= TERSE),
    )
  }
  const newest = new Set<string>()
  const newestOf = new Map<string, string>()
  const held = said.reverse().flatMap((one) => {
    const { line } = one.candidate
    const subject = subjectOf(line)
    const newer = newestOf.get(subject ?? '')
    const isReplaced = newer !== undefined
    const isGone =
      newest.has(line) ||
      (isReplaced && (CHANGES.test(newer) || namedNumbers(line).some(({ assigned }) => assigned)))
    newest.add(line)
    if (subject !== null && !isReplaced) newestOf.set(subject, line)
    return isGone ? [] : [isReplaced ? { ...one, minor: true } : one]
  })
  return [...held.filter(({ opens }) => opens).reverse(), ...held.filter(({ opens }) => !opens)]
}

/** Before a small letter, a full stop also stands behind a letter, a day (`28. mai`), a name with a dot, and a title. */
const GOES_ON = /(?:^|[\s(])(?:\p{L}|\d{1,2}|\S*\.\S*|approx|etc|vs|cf|no|mrs?|dr|prof|nr|bzw|ca|usw)$/iu

/** The sentences of people who begin none with a capital letter, and of scripts without spaces; not inside backticks. */
function dividedBeforeSmall(text: string): string[] {
  const parts: string[] = []
  let start = 0
  for (const { index, 0: mark } of text.matchAll(/[.!?] (?=[a-z])|[。！？](?![。！？」』”’）])/g)) {
    const before = text.slice(0, index)
    const isQuoted = before.split('`').length % 2 === 0
    if (isQuoted || (mark === '. ' && GOES_ON.test(before.slice(-12)))) continue
    parts.push(text.slice(start, index + mark.length).trim())
    start = index + mark.length
  }
  return [...parts, text.slice(start).trim()].filter((one) => one !== '')
}

/** The items under a heading of a summary, without their marker. */
export function linesUnder(heading: string, summary: string): readonly string[] {
  const items: string[] = []
  let isThere = false
  for (const line of linesOf(summary)) {
    if (line.startsWith('## ')) isThere = line.slice(3).trim() === heading
    else if (isThere) items.push(line.replace(/^- /, ''))
  }
  return items
}

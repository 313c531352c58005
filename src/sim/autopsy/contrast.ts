import { subjectWords, unmarked } from './words.ts'

/** Between what is chosen and what is not. */
const BETWEEN =
  /,\s*(?:and |but )?(?:not|never)\b|\(not\b|\b(?:instead of|rather than|and never|but never|but not|and not|as opposed to|against)\b|(?<=\bprefer\b.{1,40})\bover\b/i
/** Before what is not to be. */
const REJECTS =
  /\b(?:not|never|no|instead of|rather than|as opposed to|without|against|over|avoid\w*|replac\w+|drop\w*)\s+((?:[\w'’-]+[ \t]*){1,5})/gi
/** After what is not to be. */
const REJECTED =
  /((?:[\w'’-]+[ \t]+){1,2})(?:is|are|was|were|has been|got)\s+(?:rejected|dropped|ruled out|banned|forbidden|replaced|not)\b/gi
const OPPOSITES: readonly (readonly [RegExp, RegExp])[] = [
  [/\b(?:keep|kept|retain)\w*\b/i, /\b(?:drop|remov|delet|discard|abandon)\w*\b/i],
  [/\benabl\w+\b/i, /\bdisabl\w+\b/i],
  [/\binclud\w+\b/i, /\b(?:exclud|skip)\w*\b/i],
  [/\bascending\b/i, /\bdescending\b/i],
  [/\bbefore\b.*\d/i, /\bafter\b.*\d/i],
  [/\b(?:increas|rais)\w+\b/i, /\b(?:decreas|reduc|lower)\w+\b/i],
  [/\b(?:at most|no more than|maximum|max)\b/i, /\b(?:at least|no less than|minimum|min)\b/i],
]

/** What a statement chooses and what it turns down; null if it makes no such contrast. */
interface Contrast {
  readonly chosen: ReadonlySet<string>
  readonly rejected: ReadonlySet<string>
}

export function contrastOf(text: string): Contrast | null {
  const said = unmarked(text)
  const between = BETWEEN.exec(said)
  if (between === null) return null
  const after =
    said.slice(between.index + between[0].length).split(/[,;.]|\b(?:for|because|in|on)\b/)[0] ?? ''
  const chosen = subjectWords(said.slice(0, between.index))
  const rejected = subjectWords(after)
  const own = [...rejected].filter((word) => !chosen.has(word))
  return own.length === 0 ? null : { chosen, rejected: new Set(own) }
}

/**
 * Whether another statement turns one round: it has what that turns down without turning it down, or the opposite of
 * its verb.
 */
export function turns(
  said: string,
  contrast: Contrast | null,
  other: string,
  words: ReadonlySet<string>,
): boolean {
  if (OPPOSITES.some(([one, two]) => isOpposite(said, other, one, two) || isOpposite(said, other, two, one)))
    return true
  if (contrast === null || ![...contrast.rejected].some((word) => words.has(word))) return false
  const turnedDown = new Set(
    [...unmarked(other).matchAll(REJECTS), ...unmarked(other).matchAll(REJECTED)].flatMap(([, of = '']) => [
      ...subjectWords(of),
    ]),
  )
  return ![...contrast.rejected].some((word) => turnedDown.has(word))
}

function isOpposite(said: string, other: string, one: RegExp, two: RegExp): boolean {
  return one.test(said) && !two.test(said) && two.test(other) && !one.test(other)
}

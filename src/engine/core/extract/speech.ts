import { isProgram, withoutNoDuty } from './cue.ts'
import { ENGLISH } from './english.ts'
import type { Tongue } from './tongue.ts'

/** What a person says in passing: a rule, something that is still to do, or a decision. */
export type Spoken = 'constraint' | 'open' | 'decision'

const EDGE = `(?<![\\p{L}\\p{N}_])`
const END = `(?![\\p{L}\\p{N}_])`

/** Words before what a clause says. */
const LEAD = `^(?:, )?(?:(?:and|n|one more|also|oh|but|btw|so|please|ok|okay|yeah|hm+|um+|right|well|then|just|no|yes|actually|und|aber|ach|bitte|et|y|e|pero|mas|en|maar),? )*`
const NUMBER = `\\d|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty|hundred|half|ein|zwei|drei|vier|fünf|deux|trois|dos|tres|due|dois|três|twee|drie)${END}`
/** Who did something, before what. */
const TELLS =
  /^(?:, )?(?:(?:and|but|so|also|ok|okay),? )*(?:you (?:can|may)|i|it|we|they|this|that|there|he|she|ich|wir|es|er|sie|je|j|il|elle|on|ho|eu|ik)(?:'\p{L}+)? /u
const QUOTED = /["“„«「『][^"”“»」』„«「『]{4,240}["”“»」』]/g
const QUESTION =
  /[?？]\W*$|^(?:(?:so|ok|hm+|and|then|but|oh),? )*(?:(?:what|how|why|who|where)(?:'s)? |(?:should|shall|could|would|can|do|does|did|is|are|was|were|has|have|will)(?:n't)? (?:i|we|you|he|she|it|they|this|that|there|the|my|our|your|any|some\p{L}*)(?![\p{L}']))/u

/** A duty of who says it. */
const OWN =
  /^(?:(?:and|also|oh|but|so|ok|yeah),? )*(?:i|we|someone|somebody) (?:still |also |just |really )*(?:have to|has to|need to|must|gotta|got to|should)\b/

/** Joins what people leave out or shorten in writing. */
const SHORT: readonly (readonly [RegExp, string])[] = [
  [/[’‘]/g, "'"],
  [/\b(do|does|did|ca|wo|is|are|was|were|should|must|would|could|have|has)nt\b/g, "$1n't"],
  [/\bpl[sz]\b/g, 'please'],
  [/\b(that|what|he|she|who|let)s\b/g, "$1's"],
  [/\b(i)m\b/g, "$1'm"],
  [/\bive\b/g, "i've"],
  [/\bu\b/g, 'you'],
  [/\bcan not\b/g, 'cannot'],
]

/** A statement in lower case, with the apostrophes that people leave out, and words that they shorten, in full. */
function spelled(said: string): string {
  return SHORT.reduce((text, [short, full]) => text.replace(short, full), said.toLowerCase())
}

/** Between clauses. */
const CLAUSE =
  /[;；]\s*|:\s|(?=,\s)|\s[-–—]+\s|[(（]|[、，](?=[^、，]{4})|\s(?=(?:and|but|also|so|because|bc|cause|since|please|btw)\s(?!\S+$))|\s(?=(?:aber|weil|und|pero|porque|mais|parce|perché|mas|maar|omdat)\s)/

/** More words are more than an answer. */
const ANSWER = 10
const SHORT_ANSWER = 6

/**
 * What a sentence of a person states in some languages, by the form of its clauses; null if none of these, in questions,
 * and in program text. Linear for a sentence as `sentencesOf` cuts it.
 *
 * @param spaced languages with spaces between words
 * @param unspaced languages without
 */
export function listenerOf(
  spaced: readonly Tongue[],
  unspaced: readonly Tongue[] = [],
): (said: string) => Spoken | null {
  /** Words of a kind in some languages; of none there is no such word. */
  const any = (tongues: readonly Tongue[], what: keyof Tongue): string =>
    `(?:${tongues.flatMap((tongue) => tongue[what]).join('|') || '(?!)'})`
  /** In any language; `before` stands before those of languages with spaces. */
  const words = (what: keyof Tongue, before = EDGE): RegExp =>
    new RegExp(`${before}${any(spaced, what)}${END}|${any(unspaced, what)}`, 'u')
  const [begins, has, holds] = [words('begins', LEAD), words('has'), words('holds')]
  const [undone, decides] = [words('undone'), words('decides')]
  const bound = new RegExp(
    `${EDGE}${any(spaced, 'bound')} (?:\\S{1,12} ){0,3}?\\D{0,2}(?:${NUMBER})|${any(unspaced, 'bound')}.{0,6}?[\\d一二三四五六七八九十两]|(?:${EDGE}(?:${NUMBER})|\\d)(?:\\S{0,12} ){1,3}?(?:max|tops|or (?:less|fewer|under)|at most|maximum|limit|höchstens|máximo|massimo|maximaal)${END}|\\d\\S{0,6}(?:以内|以下|まで|之内)`,
    'u',
  )
  const agrees = new RegExp(
    `^${any(spaced, 'agrees')}[ ,:!.]+(?!(?:i|i'm|but|so|and|also|what|when|how|thanks?|that's|it's|oh|wait|point|cool|now|updated|please|is|you|danke|bitte|gracias|merci|then)${END})\\S|^${any(unspaced, 'agrees')}[,，]`,
    'u',
  )
  const takes = new RegExp(`\\S ${any(spaced, 'takes')}[.!]*$`, 'u')
  const elsewhere = new RegExp(
    `(?:${words('elsewhere').source}).*?(?=${EDGE}(?:but|aber|mais|pero|ma|mas|maar)${END}|;|但|でも|$)`,
    'gu',
  )
  // In lower case, without what others say, what was, what is only supposed, and what is no duty.
  const heard = (said: string): string =>
    withoutNoDuty(spelled(said))
      .replace(QUOTED, ' " ')
      .replace(/`[^`]*`/g, ' ` ')
      .replace(elsewhere, ' ')
  const rules = (clause: string): boolean =>
    (begins.test(clause) ||
      has.test(clause) ||
      bound.test(clause) ||
      (holds.test(clause) && !TELLS.test(clause))) &&
    !OWN.test(clause)
  return (said) => {
    const whole = spelled(said)
    if (QUESTION.test(whole) || isProgram(said)) return null
    const answer = heard(said)
    const clauses = answer.split(CLAUSE).map((clause) => clause.trim())
    if (clauses.some(rules)) return 'constraint'
    if (clauses.some((it) => undone.test(it))) return 'open'
    if (clauses.some((it) => decides.test(it))) return 'decision'
    const length = whole.split(' ').length
    const isTaken =
      (length <= ANSWER && agrees.test(answer.trim())) ||
      (length <= SHORT_ANSWER && takes.test(answer.trim()))
    return isTaken ? 'decision' : null
  }
}

/** Of English alone. */
export const spokenIn = /* @__PURE__ */ listenerOf([ENGLISH])

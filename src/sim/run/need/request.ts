import { asksFor, EMPTY, isSentence, sentencesOf } from '../../../engine/internal.ts'

/** When a message is said: while nothing has been asked for yet, after a question of the agent, or at any other time. */
export type Asked = 'opening' | 'answer' | 'free'

/** What an agent offers to do, without a choice: what names something else is no answer to it. */
const OFFERS =
  /^(?!.*\b(?:or|what|which|who|how|where|when)\b).*\b(?:(?:want|like|need) me to|(?:shall|should|can|may) (?:I|we)|would you like|do you want|ready (?:to|for)|proceed|anything else)\b/i

/** Characters at the end of a reply in which its last sentence is. */
const REPLY_READ = 500

/** Whether a reply of an agent ends with a question that the next message answers. */
export function asksBack(reply: string): boolean {
  if (!/[?？]\s*$/.test(reply)) return false
  return !OFFERS.test(sentencesOf(reply.slice(-REPLY_READ)).at(-1)?.text ?? '')
}

/**
 * The sentence of a user's message that asks for something to be done or told; null if it only agrees, thanks, answers
 * or tells. Whatever is none of these is a request: an order, a wish, a question, a report that something is wrong.
 *
 * @param english whether the talk is in English; in another language any message of some length is a request
 */
export function requestIn(text: string, when: Asked, english: boolean): string | null {
  const sentences = sentencesOf(text).map((sentence) => sentence.text)
  if (!english) return isLong(text) ? (sentences.find(asksFor) ?? sentences.find(isLong) ?? text) : null
  if (when === 'answer' && !isLong(text)) return null
  const requests = sentences.filter((sentence) => (when === 'answer' ? isNewsTo : isRequest)(sentence))
  const found = requests.find((one) => asksFor(one) || !isTold(one)) ?? requests[0]
  return found ?? (when === 'opening' ? sentences.find(isLong) : undefined) ?? null
}

/** Han characters are words, kana are about half of one. */
const WORDS = /\p{Script=Han}|[\p{Script=Hiragana}\p{Script=Katakana}ー]{1,2}|[\p{L}\p{N}_]+/gu
const LINK = /\bhttps?:\S+/g
/** An answer, or a nod in another language, is shorter. */
const LONG = 6

function isLong(text: string): boolean {
  let words = 0
  for (const _ of text.replace(LINK, ' ').matchAll(WORDS)) if (++words >= LONG) return true
  return false
}

/** Words that agree, greet, thank or judge. Without another one, a sentence refers to what was asked before. */
const NODS = new Set(
  (
    'again agree agreed ah ahead all alright amazing approve approved attempt awesome bad begin broken bye carry cheers ' +
    'clear confirm confirmed continue cool correct done doesn didn isn wasn doing error errors everything exactly excellent ' +
    'fail failed fails fantastic finally fine finish finished first go goes going good got great happy hello hey hi hmm how ' +
    'huh job keep know last lets like looking looks love lovely makes many mean mind much nah next nice nope not nothing ' +
    'oh ok okay okey oops perfect pls problem proceed ready really resume retry right same see sense sorry sounds start ' +
    'started step still stop super sure take thank thanks there thing think thx time true try ty understand understood ' +
    'until wait wanted way welcome well while why work worked working works worries worry wow wrong ya yea yeah yep yes yup ' +
    'yourself haha lol lgtm sir man bro buddy mate guys anything something'
  ).split(' '),
)
/** A deed at what was named before: `fix it`. */
const POINTS = /\p{L}+ (?:it|that|this|them|these|those)\b/giu
/** What is done goes on, whatever is said of it. */
const GOES_ON =
  /^(?:continue|proceed|resume|carry on|go (?:on|ahead)|keep (?:going|\w+ing))\b(?! (?:on )?to\b|.*\b(?:but|also)\b)/i
/** Thanks and praise to the end of the clause. */
const PRAISE =
  /^(?:thanks?|thank you|thx|great|good|nice|well done|awesome|amazing|excellent|perfect|(?:I )?(?:really )?(?:love|like) (?:it|this|that|how|the))\b(?!.*\b(?:now|next|also|please|can|could|but)\b)[^,;:]*$/i
/** What is said before the rest. */
const BEFORE =
  /^(?:(?:yes|yeah|yep|yup|no|nope|ok(?:ay|ey)?|sure|fine|right|correct|great|good|nice|cool|perfect|awesome|thanks?|thank you|thx|hi|hey|hello|hmm+|oh|ah|well|and|so|but|also|now|next|then|actually|just|alright|agreed|i agree|please|pls|let['’]?s|done)\b[\s,.!:;–-]*)+/i
/** Somebody or something, and what it is or does. */
const TELLS =
  /^(?:let me\b(?! know)|(?!embed)\w+[^e]ed\b|(?:seems?|looks?|sounds?|works?|did|got|was|ran)\b|\S+ (?:is|are|was|were|has|had|works?|worked|looks?|seems?|passe?[sd]|runs|ran)\b|(?:I|we|he|she|they|it|that|this|these|those|there|here|everything|nothing|all|both)\b|(?:the|my|our|its?|an?|some)(?: \S+){4}|(?:(?:the|my|our|its?|an?|some)\b.*?|[a-z-]+[^s]s(?: \S+){0,3}) (?:is|are|was|were|has|have|had|does|did|can|will|works?|passe?s?|runs?|ran|looks?|seems?|goes|went|says?|said|got|\w+ed)\b)/i
/** What is wrong, not there, or to be otherwise. */
const WISHES =
  /n['’]?t\b|\b(?:not|no|never|none|nothing|cannot|still|only|instead|should|must|needs?|needed|want\w*|would|could|better|rather|prefer|too)\b|\bwe(?:['’]re| are) \w+ing\b|\bnow (?!(?:all|and|at|by|for|from|i|if|in|of|on|that|the|to|we|when|with|you)\b|\w*(?:s|ed)\b)\w+ (?:all|it|my|that|the|them|this)\b/i
const WRONG =
  /\b(?:wrong\w*|missing|lost|gone|broken?|breaks|bugs?|buggy|issues?|problems?|errors?|exceptions?|fail\w*|crash\w*|slow|stuck|hangs?|blank|empty|twice|duplicate\w*|(?:does|do|did|is)n['’]?t|still)\b|\b[A-Z]\w*(?:Error|Exception)\b/i

/** Whether a sentence asks for something that was not named before it; a line of output does not. */
function isRequest(sentence: string): boolean {
  if (!saysMore(sentence)) return false
  if (/[?？]$/.test(sentence) || asksFor(sentence)) return true
  return WRONG.test(sentence) || (isTold(sentence) ? WISHES.test(sentence) : isSentence(sentence))
}

function isTold(sentence: string): boolean {
  return TELLS.test(sentence.replace(BEFORE, ''))
}

/** The same of a sentence that may be an answer: what chooses, confirms or tells is one. */
function isNewsTo(sentence: string): boolean {
  return (
    saysMore(sentence) &&
    !/[?？]$/.test(sentence) &&
    (asksFor(sentence) || (WRONG.test(sentence) && isSentence(sentence)))
  )
}

/** Whether a sentence names what it is about; one word does not say whether it is a thing or a deed. */
function saysMore(sentence: string): boolean {
  if (PRAISE.test(sentence)) return false
  const rest = sentence.replace(BEFORE, '').replace(LINK, ' ').trim()
  if (GOES_ON.test(rest) || !(/\s/.test(rest) || isLong(rest))) return false
  const words = rest.replace(POINTS, ' ').toLowerCase().match(WORDS) ?? []
  return words.some((word) => !EMPTY.has(word) && !NODS.has(word))
}

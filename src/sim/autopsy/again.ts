import { strongTokens } from '../../engine/internal.ts'
import { normalised } from '../run/need/evidence.ts'
import type { Directive, Found } from './autopsy.ts'
import { directivesOf } from './directive.ts'
import type { Said } from './said.ts'
import { modalOf, placesByWord, REPORTS, subjectWords, unmarked } from './words.ts'

/** At least this share of an item's words is in a sentence that says it again; of a rule, in one with the same modal. */
const AGAIN = 0.7
const RULE_AGAIN = 0.6
/** So many words, or all of a shorter rule; so many strong tokens, or the only one of a rule. */
const LEAST_AGAIN = 3
const TOKENS_AGAIN = 2
const REMINDS = /\b(?:again|as I said|I (?:told|said|asked)|remember|reminder|still)\b/i

/** `I told you not to …`: what follows is an order that was given before. */
const REMINDER =
  /\b(?:(?:did|have)n['’]t I (?:just |already )?(?:tell|told|say|said|ask|asked)|I(?:['’]ve| have| had| did)? (?:(?:already|just|clearly|explicitly) )*(?:told|said|asked|tell|wrote)|you were (?:told|asked))\b(?: you)?(?: (?:twice|before|already|again))?[\s,:–-]*(?:that )?(?:you )?/i
/** After a reminder. */
const NOT_TO = /^(?:never to|not to|to never|to not)\b/i
/** The order is taken back, or was none. */
const LIFTS =
  /\b(?:no longer|feel free|(?:need|have|has) not|(?:do not|don['’]t|no) need|forget|ignore|lift\w*|scrap|you (?:can|may)(?! ?not\b| ?never\b|['’]t))\b/i
/** What was done, not what is to be. */
const TELLS = /\b(?:never|not)\s+\w+ed\b/i
/** Why a rule is given. */
const REASON =
  /(?:,\s*|\s+)(?:because|since|so that)\b.*|,\s+(?:it|they|we|(?:the|our) [\w-]+(?: [\w-]+)?) (?:still|is|are|has|have|needs?|can|will|must|does|do)\b.*/i

/** The sentences with which the user says an item again; of one conversation. */
export function saidAgainIn(
  said: readonly Said[],
  tools: ReadonlySet<string>,
): (item: Found, directives: readonly Directive[]) => readonly Said[] {
  const ofWord = placesByWord(said)
  const orders = new Map<number, Order>()
  const orderAt = (at: number, { text }: Said): Order => {
    const known = orders.get(at) ?? orderIn(text, tools)
    orders.set(at, known)
    return known
  }

  return (item, directives) => {
    if (item.by !== 'user' || item.kind === 'file' || item.kind === 'task') return []
    const isWorded = inWords(item)
    const own = subjectWords(unmarked(item.text))
    const near = new Set([...own].flatMap((word) => ofWord.get(word) ?? []))
    return said.filter(
      (one, at) =>
        one.block !== item.block &&
        (isSameOrder(directives, orderAt(at, one)) ?? (near.has(at) && isWorded(one))),
    )
  }
}

/** Whether a sentence has the strong tokens of an item, or most of its words. */
function inWords({ kind, text: whole }: Found): (one: Said) => boolean {
  const text = unmarked(kind === 'rule' ? withoutReason(whole) : whole)
  const own = subjectWords(text)
  const tokens = [...new Set(strongTokens(text).map((token) => normalised(token.text)))]
  const modal = kind === 'rule' ? modalOf(text) : null
  return ({ text: other, words, normal }) => {
    if (modal !== null && modalOf(other)?.forbids !== modal.forbids) return false
    const shared = [...own].filter((word) => words.has(word)).length
    const told = tokens.filter((token) => normal.includes(token)).length
    // Another rule about the same thing has another verb.
    const [verb = ''] = own
    const isSame = modal === null || words.has(verb) || REMINDS.test(other)
    if (!isSame && tokens.length > 0) return false
    if (told > 0 && told >= Math.min(TOKENS_AGAIN, modal === null ? TOKENS_AGAIN : tokens.length)) return true
    const least = modal === null ? LEAST_AGAIN : Math.min(LEAST_AGAIN, own.size)
    return shared >= least && shared >= (modal === null ? AGAIN : RULE_AGAIN) * own.size
  }
}

function withoutReason(text: string): string {
  const order = text.replace(REASON, '')
  return subjectWords(unmarked(order)).size > 1 ? order : text
}

/** What a sentence forbids, and whether it says that this was said before. */
interface Order {
  readonly directives: readonly Directive[]
  readonly reminds: boolean
}

function orderIn(text: string, tools: ReadonlySet<string>): Order {
  const reminder = REMINDER.exec(text)
  const rest = reminder === null ? '' : text.slice(reminder.index + reminder[0].length)
  // `Never use sudo, I told you.`
  const order = reminder === null || !/\w/.test(rest) ? text : rest.replace(NOT_TO, 'never')
  const told = order.replace(/\bagain\b:?/gi, '')
  const isNone =
    LIFTS.test(told) ||
    (reminder === null && (REPORTS.test(text) || TELLS.test(text) || text.trimEnd().endsWith('?')))
  return { directives: isNone ? [] : directivesOf(told, tools), reminds: reminder !== null }
}

/** Whether an order forbids the same; a reminder may name a part of it, or more. Null where one of them forbids nothing. */
function isSameOrder(
  directives: readonly Directive[],
  { directives: others, reminds }: Order,
): boolean | null {
  if (directives.length === 0 || others.length === 0) return null
  return directives.some((one) =>
    others.some((other) =>
      reminds ? covers(one, other) || covers(other, one) : JSON.stringify(one) === JSON.stringify(other),
    ),
  )
}

/** Whether what one directive forbids is all that the other does. */
function covers(one: Directive, other: Directive): boolean {
  if (one.rule === 'path' && other.rule === 'path')
    return (
      one.outside === other.outside &&
      one.only === other.only &&
      (one.path === other.path || (!one.outside && other.path.startsWith(`${one.path}/`)))
    )
  if (one.rule === 'command' && other.rule === 'command')
    return one.words.every((word, at) => other.words[at] === word)
  return JSON.stringify(one) === JSON.stringify(other)
}

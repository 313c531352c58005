import type { BlockId } from '../../engine/index.ts'
import type { Found } from './autopsy.ts'
import { contrastOf, turns } from './contrast.ts'
import { isDone } from './fate.ts'
import { amountsIn, isAmong, UNIT_WORDS } from './number.ts'
import type { Said } from './said.ts'
import { modalOf, subjectWords, unmarked } from './words.ts'

/** The user allows what was forbidden. */
const ALLOWS =
  /\b(?:you (?:can|may|could)|we can|feel free|go ahead|(?:ok|okay|fine|allowed|free) to|is (?:ok|okay|fine|allowed)|no longer|any ?more|after all|from now on)\b/i
/** The user puts something else in the place of what was said. */
const CHANGES =
  /\b(?:actually|instead|after all|on second thoughts?|now|sorry|changed? (?:my mind|of plans?|it|that|the)|make (?:it|that|this)|rais\w+|lower\w*|increas\w+|reduc\w+|stretch\w*|should be|must be|rather|correction)\b/i
/** It means what was said just before. */
const POINTS =
  /\b(?:it|that|this|them|those)\b(?=\s*(?:$|[.,;:!?\d]|(?:to|is|are|now|then|too)\b))|\b(?:it|that)['’]s\b/i
const LIFTS =
  /\b(?:forget|ignore|drop|scrap|lift|disregard)\b.{0,40}\b(?:rules?|restrictions?|instructions?|constraints?|what I (?:said|told|wrote))\b/i
/** At least this share of an item's words is in a sentence that means it. */
const MEANT = 0.6
const CHANGED = 0.5

/**
 * The sentence with which the user took an item back, or put another in its place; null if the item still holds.
 *
 * @param later what the user said after it
 * @param next the user's first message after it, if that is among them
 * @param isNewest whether it is the newest item with a number, or a rule, of its message
 */
export function withdrawnBy(
  item: Found,
  later: readonly Said[],
  next: BlockId | undefined,
  isNewest: boolean,
): Said | null {
  if (later.length === 0) return null
  const text = unmarked(item.text)
  const own = [...subjectWords(text)].filter((word) => !UNIT_WORDS.test(word))
  const amounts = amountsIn(text)
  const contrast = contrastOf(text)
  const modal = item.kind === 'rule' ? modalOf(text) : null
  const found = later.find((one) => {
    const shared = own.filter((word) => one.words.has(word)).length
    if (shared === 0 && one.block !== next && !LIFTS.test(one.text)) return false
    if (one.text.endsWith('?')) return false
    const share = own.length === 0 ? 0 : shared / own.length
    const forbids = modalOf(one.text)?.forbids === true
    if (item.by === 'agent') return one.block === next && /^\W*no\b|\bnot\b/i.test(one.text) && shared > 0
    if (item.kind === 'rule' && LIFTS.test(one.text) && !forbids) return true
    if (modal?.forbids === true && ALLOWS.test(one.text) && !isForbidden(one.text) && share >= MEANT)
      return true
    const others = amountsIn(unmarked(one.text))
    const isOther =
      amounts.length > 0 && others.length > 0 && !amounts.every((amount) => isAmong(amount, others))
    const isNext = one.block === next && isNewest && POINTS.test(one.text) && CHANGES.test(one.text)
    if (isOther && isNext)
      return amounts.some(({ unit }) => others.some((other) => other.unit === unit || other.unit === ''))
    if (isOther && CHANGES.test(one.text) && shared > 0 && share >= CHANGED) return true
    return (
      contrast !== null &&
      CHANGES.test(one.text) &&
      !forbids &&
      turns(text, contrast, one.text, one.words) &&
      ![...contrast.chosen].some((word) => one.words.has(word) && contrast.rejected.has(word))
    )
  })
  return found ?? null
}

/** `you can not push` forbids, `you can push from now on` does not. */
function isForbidden(text: string): boolean {
  return /\b(?:never|not|don['’]t|can['’]t|mustn['’]t)\b(?! (?:forget|hesitate))/i.test(
    text.replace(/\bnot any ?more\b/gi, ''),
  )
}

/** Whether somebody said later that an open task is done. */
export function wasDone(item: Found, later: readonly Pick<Said, 'text' | 'words'>[]): boolean {
  const own = [...subjectWords(unmarked(item.text))].filter(
    (word) => !/^(?:fail|broken|open|miss|pendin|remain)/.test(word),
  )
  return later.some(
    ({ text, words }) =>
      isDone(item, text) &&
      own.length > 0 &&
      own.filter((word) => words.has(word)).length >= MEANT * own.length,
  )
}

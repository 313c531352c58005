import { firstFor, partsOfPath } from '../../engine/internal.ts'
import type { BlockId } from '../../engine/index.ts'
import type { Directive, Found } from './autopsy.ts'
import { directivesOf } from './directive.ts'
import type { Said } from './said.ts'
import { modalOf } from './words.ts'

/** A negation that forbids nothing. */
const PERMITS =
  /\b(?:(?:do not|don['’]t) (?:forget|hesitate|wait|worry|mind)|no (?:need|longer|problem|objections?)|without (?:asking|waiting)|why (?:not|don['’]t)|not (?:only|any ?more|forbidden))\b/i
/** What the user blames the agent for. */
const BLAMES = /\b(?:why (?:did|do|have|are) you|I (?:told|asked|said|wrote))\b/i
/** The user changes what was said just before. */
const REVISES =
  /\b(?:you (?:can|may|could|should|must)|feel free|go ahead|(?:ok|okay|fine|allowed|free) to|no longer|any ?more|after all|on second thoughts?|actually|instead|scrap|scratch|forget|never ?mind|make (?:it|that|this)|changed? my mind|from now on|do (?:it|that|so)|sorry|change of plans?)\b/i
/** It means what was said before: `that`, `that file`. */
const POINTS =
  /\b(?:it|that|this|them|those|so)\b(?=\s*(?:$|[.,;:!?\d]|(?:to|is|are|was|now|then|too|after|again|five|ten|twenty)\b|(?:file|folder|rule|limit|value|branch|command|restriction|number|one|part)s?\b))|\bthat['’]s\b|\bgo ahead\b/i
const LIFTS =
  /\b(?:forget|ignore|drop|scrap|lift|disregard|skip)\w*\b.{0,40}\b(?:rules?|restrictions?|instructions?|constraints?|limits?|what I (?:said|told|wrote)|I said)\b/i
/** Short consent, which means what the agent asked. */
const AGREES =
  /^\W*(?:yes|yep|yeah|yup|y|sure|ok|okay|go ahead|do it|do that|please do|sounds good|fine|great|perfect|right|correct|absolutely|of course|lgtm|proceed|agreed|exactly|looks good|good)\b/i
const CONSENT = 60
/** Other words for a deed of git. */
const GIT_WORDS: Readonly<Record<string, string>> = {
  commit: 'save|check (?:it|this|that|them) in|pull request|pr|ship|release|deploy|publish',
  push: 'ship|publish|release|deploy|pull request|pr|upload|send',
  merge: 'ship|land|integrate',
  rebase: 'update',
}

/** Tells whether the user allowed a deed; of one conversation. */
export interface Allowing {
  /** The first sentence that lifts an item, or may do so; null if there is none. */
  liftedBy(item: Found, directives: readonly Directive[]): Said | null
  /** Whether what the user said between an item and a deed may ask for what the deed shows. */
  asksFor(directive: Directive, shown: string, item: BlockId, deed: BlockId): boolean
}

/**
 * @param said in the order of the blocks
 * @param replied the agent's words before a block
 */
export function allowing(
  said: readonly Said[],
  replied: (before: BlockId) => string,
  tools: ReadonlySet<string>,
): Allowing {
  return {
    liftedBy(item, directives) {
      const from = firstAfter(said, item.block)
      const next = said[from]?.block
      const names = patternOf(directives.flatMap((one) => namesOf(one)))
      for (let at = from; at < said.length; at++) {
        const one = said[at]
        if (one === undefined) break
        if (LIFTS.test(one.text) && modalOf(one.text)?.forbids !== true) return one
        if (one.block === next && REVISES.test(one.text) && (POINTS.test(one.text) || one.words.size <= 2))
          return one
        if (names?.test(one.normal) === true && mayAllow(one.text, names, directives)) return one
      }
      return null
    },
    asksFor(directive, shown, item, deed) {
      const until = firstAfter(said, deed - 1)
      const names = patternOf(namesOf(directive, shown))
      const newest = said[until - 1]?.block
      for (let at = firstAfter(said, item); at < until; at++) {
        const one = said[at]
        if (one === undefined) break
        if (names !== null && names.test(one.normal) && mayAllow(one.text, names, [directive])) return true
        if (one.block !== newest) continue
        const wide = patternOf([...namesOf(directive, shown), ...objectsOf(directive)])
        if (wide !== null && wide.test(one.normal) && mayAllow(one.text, wide, [directive])) return true
        if (
          wide !== null &&
          AGREES.test(one.text) &&
          one.text.length <= CONSENT &&
          wide.test(replied(one.block).toLowerCase())
        )
          return true
      }
      return false
    },
  }

  /** A sentence with one of the names allows the deed, unless it forbids it again or blames the agent for it. */
  function mayAllow(text: string, names: RegExp, directives: readonly Directive[]): boolean {
    const again = directivesOf(text, tools).map((one) => JSON.stringify(one))
    if (directives.some((one) => again.includes(JSON.stringify(one)))) return false
    if (BLAMES.test(text)) return false
    return text
      .split(/[,;:]|\s[–—-]\s|\b(?:but|and|so)\b/)
      .some(
        (clause) =>
          names.test(clause.toLowerCase().replace(/[*`]/g, '')) &&
          (modalOf(clause)?.forbids !== true || PERMITS.test(clause)),
      )
  }
}

/** The index of the first sentence after a block. */
export function firstAfter(said: readonly Said[], block: BlockId): number {
  return firstFor(0, said.length, (at) => (said[at]?.block ?? 0) > block)
}

/** The names of what a directive forbids, and of the file that a deed changes, as patterns. */
function namesOf(directive: Directive, shown = ''): readonly string[] {
  switch (directive.rule) {
    case 'path': {
      const parts = partsOfPath(shown)
      const ends =
        directive.outside && parts.length > 1 ? [parts.at(-2) ?? '', parts.slice(-2).join('/')] : []
      return [directive.path, parts.at(-1) ?? '', ...ends].filter((one) => one.length > 1).map(escaped)
    }
    case 'command': {
      const [program = '', verb = program] = directive.words
      return program === 'git'
        ? [`${escaped(verb)}(?:s|es|d|ed|ing|ted|ting|ged|ging)?`]
        : [escaped(program === '' ? verb : program)]
    }
    case 'tool':
      return [escaped(directive.tool)]
    case 'value':
      // A name is written in several ways: `MAX_RETRIES`, `maxRetries`.
      return [directive.name.split('').map(escaped).join('[_ -]?')]
  }
}

/** What else the newest message may name of a deed: its branch, or the deed in other words. */
function objectsOf(directive: Directive): readonly string[] {
  if (directive.rule !== 'command') return []
  const [program, verb = '', ...more] = directive.words
  const objects = more.filter((word) => !word.startsWith('-')).map(escaped)
  return program === 'git' ? [...objects, ...(GIT_WORDS[verb]?.split('|') ?? [])] : objects
}

function patternOf(names: readonly string[]): RegExp | null {
  const some = names.filter((name) => name !== '')
  return some.length === 0 ? null : new RegExp(`(?<![\\w-])(?:${some.join('|')})(?![\\w-])`, 'i')
}

function escaped(name: string): string {
  return name.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)
}

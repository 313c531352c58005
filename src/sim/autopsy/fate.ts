import {
  codesOf,
  endOfPath,
  endsOfPaths,
  nameOfPath,
  pathsOf,
  sentencesOf,
  strongTokens,
} from '../../engine/internal.ts'
import { comparedAs, indexEvidenceSteps, normalised } from '../run/need/evidence.ts'
import type { Fate, Found, Item } from './autopsy.ts'
import { contrastOf, turns } from './contrast.ts'
import { amountsIn, isAmong, UNIT_WORDS } from './number.ts'
import type { Amount } from './number.ts'
import { modalOf, placesByWord, subjectWords, unmarked } from './words.ts'

/** What a text has of an item. */
export type Kept = Pick<Item, 'missing' | 'nearest'> & { readonly fate: Exclude<Fate, 'unknown'> }

/** A statement of a text, ready to be compared. */
interface Statement {
  readonly text: string
  readonly words: ReadonlySet<string>
  readonly amounts: readonly Amount[]
  /** An item of a list, which says one thing. */
  readonly item: boolean
  /** Under a heading that says that these are demands. */
  readonly demanded: boolean
}

/** At least this share of an item's words is in a statement that says the same in other words; in one that says part of it. */
const MOST = 0.66
const PART = 0.4

/** A heading above demands: `Constraints`, `User rules:`. */
const DEMANDS =
  /^(?:\W|\d)*(?:\w+\s+){0,3}(?:constraints?|requirements?|rules?|instructions?|feedback|preferences?)\b.{0,30}:?\W*$/i

/**
 * Looks for items in a text, such as a summary. Reads the text once, and then for each item only the statements that
 * share a word with it.
 */
export function* reader(
  text: string,
  items: readonly Found[],
): Generator<unknown, (item: Found) => Kept, void> {
  const whole = unmarked(text)
  const statements = statementsOf(text)
  const ofWord = placesByWord(statements)
  const ends = endsOfPaths(items.flatMap(({ kind, text: path }) => (kind === 'file' ? [path] : [])))
  const wanted = new Map(items.map((item) => [item, evidenceOf(item, ends)]))
  const strings = [...wanted.values()].flatMap(({ whole: all, tokens }) => [all, ...tokens])
  const evidence = yield* indexEvidenceSteps(strings, [[0, () => comparedAs(whole)]])
  const found = new Set(evidence.heldBy(0))

  return (item) => {
    const one = wanted.get(item) ?? evidenceOf(item, ends)
    if (item.kind === 'file') return fileIn(item, one.tokens)
    const best = bestOf(item, one)
    if (!found.has(one.whole)) return best
    const narrowed = narrowedIn(one.whole)
    return narrowed === null
      ? { fate: 'verbatim', missing: [], nearest: best.nearest }
      : { fate: 'weakened', missing: [], nearest: narrowed }
  }

  /** The best of what the statements that share a word with an item have of it. */
  function bestOf(item: Found, one: Evidence): Kept {
    const lost = one.tokens.filter((token) => !found.has(token))
    const counts = new Map<number, number>()
    for (const word of one.words)
      for (const at of ofWord.get(word) ?? []) counts.set(at, (counts.get(at) ?? 0) + 1)
    for (const [at, { amounts }] of one.words.size === 0 ? statements.entries() : [])
      if (one.amounts.some((amount) => isAmong(amount, amounts))) counts.set(at, 0)
    let best: Judged | null = null
    for (const [at] of [...counts].toSorted(([a], [b]) => a - b)) {
      const statement = statements[at]
      if (statement === undefined) continue
      const judged = judge(item, one, statement, lost)
      if (best === null || isBetter(judged, best)) best = judged
    }
    // A rule with two clauses may be told in two sentences.
    if (one.words.size >= TWO_CLAUSES && best?.fate !== 'reworded')
      for (const [at, shared] of counts) {
        const [here, next] = [statements[at], statements[at + 1]]
        const least = LEAST_OF_CLAUSE * one.words.size
        if (
          here === undefined ||
          next === undefined ||
          here.item ||
          next.item ||
          shared < least ||
          (counts.get(at + 1) ?? 0) < least
        )
          continue
        const judged = judge(item, one, joined(here, next), lost)
        if (judged.fate === 'reworded') best = judged
      }
    const plain = plainWords(item.text)
    const missing = [
      ...lost,
      ...plain.filter((word) => [...subjectWords(word)].some((own) => best?.words.has(own) !== true)),
    ]
    if (best === null) return { fate: 'gone', missing, nearest: null }
    const share = [...one.words].filter((word) => ofWord.has(word)).length / one.words.size
    const isSpread = one.words.size >= TWO_CLAUSES && share >= MOST
    return {
      fate: best.fate === 'gone' && isSpread ? 'weakened' : best.fate,
      missing,
      nearest: best.share === 0 ? null : best.text,
    }
  }

  /** The only statements with the whole item, if they narrow it, or tell that it no longer holds. */
  function narrowedIn(all: string): string | null {
    const text = normalised(all).replace(/[\s.,;:!?]+$/, '')
    let narrowed: string | null = null
    for (const statement of statements) {
      const normal = normalised(unmarked(statement.text))
      const at = normal.indexOf(text)
      if (at < 0) continue
      const rest = normal.slice(at + text.length)
      if (!NARROWS.test(rest) && !ENDED.test(`${normal.slice(0, at)} ${rest}`)) return null
      narrowed = statement.text
    }
    return narrowed
  }

  /** A file is kept if its path is there, or enough of its end to find it. */
  function fileIn({ text: path }: Found, tokens: readonly string[]): Kept {
    const [name = '', end = ''] = tokens
    const nearest = statements.find(({ text: said }) => said.includes(name))?.text ?? null
    if (found.has(end)) return { fate: 'verbatim', missing: [], nearest }
    const isOnly = () =>
      !items.some(({ kind, text: other }) => kind === 'file' && other !== path && nameOfPath(other) === name)
    return found.has(name) && !hasLonger(whole, name) && isOnly()
      ? { fate: 'reworded', missing: [], nearest }
      : { fate: 'gone', missing: [name], nearest: null }
  }
}

/** Whether a name stands in a text only at the end of a path, which is another file's. */
function hasLonger(text: string, name: string): boolean {
  const lower = text.toLowerCase()
  const own = name.toLowerCase()
  let isLonger = false
  for (let at = lower.indexOf(own); at >= 0; at = lower.indexOf(own, at + 1)) {
    if (!/[\w/\\]/.test(lower[at - 1] ?? '')) return false
    isLonger = true
  }
  return isLonger
}

/** So many words have two clauses; a sentence has one of them with this share of the words. */
const TWO_CLAUSES = 3
const LEAST_OF_CLAUSE = 0.25
/** Goes on with a condition, a purpose or an exception. */
const NARROWS =
  /^["'”’)\s]*[,;:(–—-]?\s*(?:but\s+)?(?:unless|except|if|until|till|while|when|apart from|other than|as long as|provided|but|only|for)\b/
const ENDED =
  /\b(?:lifted|lifts|no longer|withdr[ae]wn?|revoked|outdated|superseded|overruled|cancell?ed|any ?more|used to|reversed|does not hold|not valid|obsolete)\b/
/** A label in front of a value, which says that it is so; not one of the state of the work. */
const LABEL =
  /^(?!\W*(?:next|done|status|to ?do|current\w*|pending|files?|changed|notes?|errors?|problems?|summary|open|work|fixed)\b)\W*[\w ]{1,30}(?::|\s=)\s\S/i
const DEMANDED = /\b(?:requirements?|constraints?|rules?|user (?:wants|asked|insists|said)|mandatory)\b/i
const PROTECTED = /\b(?:read[- ]only|hands off|off[- ]limits|frozen|untouched|untouchable|banned)\b/i

/** What one statement has of an item. */
interface Judged {
  readonly fate: 'reworded' | 'weakened' | 'gone'
  readonly share: number
  readonly text: string
  readonly words: ReadonlySet<string>
}

const RANK = ['gone', 'weakened', 'reworded']

function isBetter(a: Judged, b: Judged): boolean {
  return RANK.indexOf(a.fate) - RANK.indexOf(b.fate) || a.share - b.share
    ? RANK.indexOf(a.fate) > RANK.indexOf(b.fate) || (a.fate === b.fate && a.share > b.share)
    : false
}

function judge(item: Found, one: Evidence, near: Statement, lost: readonly string[]): Judged {
  const { text, words } = near
  const shared = [...one.words].filter((word) => words.has(word)).length
  const hasAmounts = one.amounts.every((amount) => isAmong(amount, near.amounts))
  const share = one.words.size === 0 ? Number(hasAmounts) : shared / one.words.size
  const as = (fate: Judged['fate']): Judged => ({ fate, share, text, words })
  const modal = item.kind === 'rule' ? modalOf(item.text) : null
  const isFirm = modal === null || !modal.firm || isAsFirm(modal.forbids, one, near)
  if (share >= MOST && lost.length === 0) {
    const isSame = hasAmounts && !turns(item.text, one.contrast, text, words) && !isDone(item, text)
    return as(isFirm && isSame ? 'reworded' : 'weakened')
  }
  // Of a rule, a statement without its modal has only the subject.
  if (!isFirm && share < MOST) return as('gone')
  const some = one.tokens.length > 0 && lost.length < one.tokens.length
  return as(share >= PART || (some && share > 0) ? 'weakened' : 'gone')
}

/** Whether a statement demands as much as a firm rule. */
function isAsFirm(forbids: boolean, one: Evidence, { text, demanded }: Statement): boolean {
  const other = modalOf(text)
  if (demanded || DEMANDED.test(text) || (other?.firm === true && other.forbids === forbids)) return true
  if (!forbids) return LABEL.test(text)
  const bans = [...text.matchAll(/\bno\s+([\w-]+)/gi)].flatMap(([, word = '']) => [...subjectWords(word)])
  return PROTECTED.test(text) || bans.some((word) => one.words.has(word))
}

const OPEN =
  /\b(?:fail(?:s|ing|ed)?|broken|open|unsolved|missing|not (?:yet )?\w+|pending|remains?|known (?:bug|issue))\b/i
const CLOSED = /\b(?:pass(?:es|ed|ing)?|fixed|done|works?|green|solved|resolved|completed?|finished)\b/i

/** Whether a text calls done what a task calls open. */
export function isDone({ kind, text }: Pick<Found, 'kind' | 'text'>, said: string): boolean {
  return kind === 'task' && OPEN.test(text) && !CLOSED.test(text) && CLOSED.test(said) && !OPEN.test(said)
}

function joined(one: Statement, two: Statement): Statement {
  return {
    text: `${one.text} ${two.text}`,
    words: new Set([...one.words, ...two.words]),
    amounts: [...one.amounts, ...two.amounts],
    item: false,
    demanded: one.demanded,
  }
}

/** What is looked for of an item. */
interface Evidence {
  readonly whole: string
  readonly tokens: readonly string[]
  readonly words: ReadonlySet<string>
  readonly amounts: readonly Amount[]
  readonly contrast: ReturnType<typeof contrastOf>
}

/** Words of a demand that do not name its subject. */
const WEAK: ReadonlySet<string> = subjectWords(
  'actually always answer answers anywhere ensure everywhere make please reply respond set sorry sure',
)

/** The string that proves an item word for word, and its strong tokens. For a file: its name, and the end of its path. */
function evidenceOf({ kind, text }: Found, ends: ReadonlyMap<string, string>): Evidence {
  const whole = unmarked(text)
  const none = { words: new Set<string>(), amounts: [], contrast: null }
  if (kind === 'file')
    return { ...none, whole, tokens: [nameOfPath(text), ends.get(text) ?? endOfPath(text)] }
  const strong = strongTokens(whole).filter((token) => token.kind !== 'number')
  const tokens = [...strong.map((token) => token.text), ...pathsOf(whole), ...codesOf(whole)]
  const all = [...subjectWords(whole)].filter((word) => !UNIT_WORDS.test(word))
  const own = all.filter((word) => !WEAK.has(word))
  const amounts = amountsIn(whole)
  return {
    whole,
    tokens: [...new Set(tokens)],
    words: new Set(own.length > 0 || amounts.length > 0 ? own : all),
    amounts,
    contrast: contrastOf(whole),
  }
}

function statementsOf(text: string): Statement[] {
  let demanded = false
  return sentencesOf(text).map(({ text: said, item }) => {
    if (DEMANDS.test(said) && modalOf(said) === null) demanded = true
    else if (unmarked(said).endsWith(':')) demanded = false
    const plain = unmarked(said)
    return { text: said, words: subjectWords(plain), amounts: amountsIn(plain), item, demanded }
  })
}

/** The words of a statement as they are written, each once. */
function plainWords(text: string): readonly string[] {
  return [...new Set(unmarked(text).match(/[\p{L}\p{N}_./-]*[\p{L}\p{N}]/gu))]
}

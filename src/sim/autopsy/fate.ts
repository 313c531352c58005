import { codesOf, namedNumbers, pathsOf, sentencesOf, strongTokens } from '../../engine/internal.ts'
import { comparedAs, indexEvidenceSteps } from '../run/need/evidence.ts'
import type { Fate, Found, Item } from './autopsy.ts'
import { modalOf, subjectWords, unmarked } from './words.ts'

/** What a text has of an item. */
export type Kept = Pick<Item, 'missing' | 'nearest'> & { readonly fate: Exclude<Fate, 'unknown'> }

/** A statement of a text, ready to be compared. */
interface Statement {
  readonly text: string
  readonly words: ReadonlySet<string>
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
  const ofWord = new Map<string, number[]>()
  for (const [at, { words }] of statements.entries())
    for (const word of words) {
      const list = ofWord.get(word)
      if (list === undefined) ofWord.set(word, [at])
      else list.push(at)
    }
  const wanted = new Map(items.map((item) => [item, evidenceOf(item)]))
  const strings = [...wanted.values()].flatMap(({ whole: all, tokens }) => [all, ...tokens])
  const evidence = yield* indexEvidenceSteps(strings, [[0, () => comparedAs(whole)]])
  const found = new Set(evidence.heldBy(0))

  return (item) => {
    const { whole: all, tokens } = wanted.get(item) ?? evidenceOf(item)
    const nearest = nearestOf(item)
    const near = nearest.at < 0 ? null : (statements[nearest.at] ?? null)
    if (found.has(all)) return { fate: 'verbatim', missing: [], nearest: near?.text ?? null }
    if (item.kind === 'file') return fileIn(tokens, near)
    const lost = tokens.filter((token) => !found.has(token))
    const missing = [...lost, ...nearest.missing]
    const share = nearest.share
    const told = { missing, nearest: share === 0 ? null : (near?.text ?? null) }
    const modal = item.kind === 'rule' ? modalOf(item.text) : null
    const other = near === null ? null : modalOf(near.text)
    const isFirm =
      modal === null ||
      !modal.firm ||
      near?.demanded === true ||
      (other?.firm === true && other.forbids === modal.forbids)
    if (share >= MOST && lost.length === 0) return { ...told, fate: isFirm ? 'reworded' : 'weakened' }
    // Of a rule, a statement without its modal has only the subject.
    if (!isFirm && share < MOST) return { ...told, fate: 'gone' }
    const some = tokens.length > 0 && lost.length < tokens.length
    return { ...told, fate: share >= PART || (some && share > 0) ? 'weakened' : 'gone' }
  }

  /** The statement with most of an item's words. */
  function nearestOf({ text: said }: Found): {
    readonly at: number
    readonly share: number
    readonly missing: string[]
  } {
    const words = subjectWords(unmarked(said))
    const counts = new Map<number, number>()
    for (const word of words)
      for (const at of ofWord.get(word) ?? []) counts.set(at, (counts.get(at) ?? 0) + 1)
    let at = -1
    let most = 0
    for (const [one, count] of counts)
      if (count > most || (count === most && one < at)) {
        at = one
        most = count
      }
    const there = statements[at]?.words
    return {
      at,
      share: words.size === 0 ? 0 : most / words.size,
      missing: plainWords(said).filter((word) =>
        [...subjectWords(word)].some((one) => there?.has(one) !== true),
      ),
    }
  }

  /** A file is kept if its path is there, or enough of its end to find it. */
  function fileIn(tokens: readonly string[], near: Statement | null): Kept {
    const [name = '', tail = '', ...longer] = tokens
    const nearest = near?.text ?? null
    if (tail === '' ? found.has(name) : found.has(tail) || longer.some((one) => found.has(one)))
      return { fate: 'verbatim', missing: [], nearest }
    return found.has(name)
      ? { fate: 'reworded', missing: [], nearest }
      : { fate: 'gone', missing: [name], nearest: null }
  }
}

/** The string that proves an item word for word, and its strong tokens. For a file: ever longer ends of its path. */
function evidenceOf({ kind, text }: Found): { readonly whole: string; readonly tokens: readonly string[] } {
  const whole = unmarked(text)
  if (kind === 'file') {
    const parts = whole.split(/[\\/]/).filter((part) => part !== '')
    const ends = parts.map((_, index) => parts.slice(parts.length - 1 - index).join('/'))
    return { whole, tokens: ends.slice(0, 6) }
  }
  const numbers = kind === 'number' ? namedNumbers(whole).map(({ value }) => value) : []
  const tokens = [
    ...strongTokens(whole).map((token) => token.text),
    ...pathsOf(whole),
    ...codesOf(whole),
    ...numbers,
  ]
  return { whole, tokens: [...new Set(tokens)] }
}

function statementsOf(text: string): Statement[] {
  let demanded = false
  return sentencesOf(text).map(({ text: said }) => {
    if (DEMANDS.test(said) && modalOf(said) === null) demanded = true
    else if (unmarked(said).endsWith(':')) demanded = false
    return { text: said, words: subjectWords(unmarked(said)), demanded }
  })
}

/** The words of a statement as they are written, each once. */
function plainWords(text: string): readonly string[] {
  return [...new Set(unmarked(text).match(/[\p{L}\p{N}_./-]*[\p{L}\p{N}]/gu))]
}

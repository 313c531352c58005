import { eachWord } from '../../engine/internal.ts'

/** Words that say nothing about the subject of a statement. */
const EMPTY: ReadonlySet<string> = new Set(
  (
    'a about above after all also am an and any are as at be been before being both but by can could did do does doing done ' +
    'for from get got had has have he her here him his how i if in into is it its just let like ll make may me might ' +
    'more most my need no not now of off on once one or other our out over please re s same shall she should so some ' +
    'still such t than that the their them then there these they this those to too up us use used using ve very want ' +
    'was we well were what when where which while who will with would yes yet you your d don doesn didn isn won ' +
    'always avoid cannot ever exactly forbidden keep least must never only ought prefer required'
  ).split(' '),
)

/** Endings that do not change the subject. */
const ENDING = /(?:ies|ing|ed|es|s)$/
/** Longer words are compared by their beginning: `configuration`, `configured` and `config`. */
const BEGINNING = 6

/** The words of a text that can be compared with those of another, without their endings, each once. */
export function subjectWords(text: string): ReadonlySet<string> {
  const found = new Set<string>()
  eachWord(text, (start, end) => {
    const word = text.slice(start, end).toLowerCase()
    if (!EMPTY.has(word) && (word.length > 1 || /\d/.test(word))) found.add(stem(word))
  })
  return found
}

/** Where each word stands: the places of the statements that have it, in order. */
export function placesByWord(
  statements: readonly { readonly words: Iterable<string> }[],
): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>()
  for (const [at, { words }] of statements.entries())
    for (const word of words) {
      const list = places.get(word)
      if (list === undefined) places.set(word, [at])
      else list.push(at)
    }
  return places
}

/** `logs` and `logging` are `log`, `files` is `file`. */
function stem(word: string): string {
  const bare =
    word.length > 4 ? word.replace(ENDING, '') : word.length === 4 ? word.replace(/(?<=[^s])s$/, '') : word
  return bare
    .replace(/(?<=..)([bdglmnprt])\1$/, '$1')
    .replace(/(?<=...)e$/, '')
    .slice(0, BEGINNING)
}

/** A reader of a log reports what it sees: `they don't have an id` forbids nothing. */
export const REPORTS =
  /\b(?:I|we|they|it|he|she|you|this|that|there|which|who|users?|[\w-]+s)\s+(?:(?:just|really|also|still|actually|currently|probably)\s+)?(?:do(?:es)? not|do(?:es)?n['’]t|did(?: not|n['’]t)|cannot|can['’]t|never|always|only|keep|leave|is|are|was|were|has|have|had)\b/i
/** What a statement demands: that something never happens, or that it does; and how firmly. */
export interface Modal {
  readonly forbids: boolean
  readonly firm: boolean
}

const FORBIDS =
  /\b(?:never|under no circumstances|do(?:es)? not|don['’]t|must not|mustn['’]t|may not|cannot|can['’]t|not allowed|forbidden|prohibited|no (?:new|other|more|longer|further)|without)\b/i
const DISCOURAGES =
  /\b(?:avoid\w*|rather not|try not to|should(?: not|n['’]t)|ideally not|preferably not|refrain|not)\b/i
const DEMANDS =
  /\b(?:must|always|require[ds]?|mandatory|has to|have to|needs? to|shall|only|exactly|at (?:most|least)|no more than|in any case|critical(?:ly)?|important(?:ly)?)\b/i
const SUGGESTS = /\b(?:should|prefer\w*|try to|ideally|could|if possible|recommend\w*)\b/i

/** The demand of a statement; null if it makes none. */
export function modalOf(text: string): Modal | null {
  if (FORBIDS.test(text)) return { forbids: true, firm: true }
  if (DEMANDS.test(text)) return { forbids: false, firm: true }
  if (DISCOURAGES.test(text)) return { forbids: true, firm: false }
  return SUGGESTS.test(text) ? { forbids: false, firm: false } : null
}

/** Without the marks of Markdown, which a summary sets anew. */
export function unmarked(text: string): string {
  return text.replace(/\*\*|`|^#{1,6}\s/gm, '')
}

/** A name as `namedNumbers` gives it. */
export function keyOf(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
}

import { codesOf, namedNumbers, pathsOf } from './artifact.ts'
import type { FactKind } from './fact.ts'

/**
 * The subject of a statement: of two with the same kind and key, the newer one holds. Equal texts have equal keys
 * wherever they are read, so items of a summary are replaced like the original.
 */
export function factKey(kind: FactKind, text: string): string {
  switch (kind) {
    case 'file':
      return pathsOf(text)[0] ?? text
    case 'number':
      return numberKey(text.replace(SECOND_THOUGHT, ''))
    case 'error':
      return errorKey(text)
    default:
      return wordsKey(text)
  }
}

/** Words that do not identify the subject of a statement. */
export const EMPTY: ReadonlySet<string> = new Set(
  (
    'a about actually all also am an and any are as at be been but by can could did do does for from had has have here ' +
    'i if in instead into is it its just let me more must my never no not now of on one only or our out please shall ' +
    'should so some than that the their them then there these they this those to too up us was we were what when where ' +
    'which who will with without would yet you your always don t s ll re ve'
  ).split(' '),
)

/** Words for a value, which changes while the subject stays. */
export const NUMBER_WORDS: ReadonlySet<string> = new Set(
  (
    'zero two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen ' +
    'eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion'
  ).split(' '),
)

/** Words before a number that do not name it: `rose to 5`. */
const NO_NAMES: ReadonlySet<string> = new Set(
  'after before below cost costs cut down fell goes grew increase increased lower lowered over per raise raised reduce reduced rose set sold spent under until went'.split(
    ' ',
  ),
)

/** Names of values: another number behind one is another value of the same thing. */
const MEASURES: ReadonlySet<string> = new Set(
  'amount budget level limit max maximum min minimum port price release revision score size sum timeout total version width'.split(
    ' ',
  ),
)

/** What a sentence says of its subject begins with one of these, so that a number before it is part of the subject. */
const PREDICATE =
  /^(?:must|shall|should|may|might|can|cannot|will|would|is|are|was|were|ha[ds]|have|d(?:id|oes)|costs?|got|kept|made|needs|opens|ran|sent|sold|starts|stays|took|went|[a-z]{3,}ed)$/

/** A noun with a number right behind it, and the word that follows. */
const NOUN_AND_NUMBER =
  /(?<![\p{L}\p{N}_])(\p{L}{2,})\s(?:no\.?\s|number\s)?(#?)(\d{1,12}[a-z]?)(?![\p{L}\p{N}%_]|[.,:/-]\d)(?=(?:\s(\p{L}+))?)/gu
const YEAR = /^(?:19|20)\d\d$/

/** A noun and the number behind it, which perhaps names a thing and is no value that a newer statement changes. */
interface Numbered {
  readonly noun: string
  readonly number: string
  /** It does: `Room 3 must`, `invoice 4471`, `ticket #7`. */
  readonly isName: boolean
}

function numberedIn(text: string): readonly Numbered[] {
  if (!/\d/.test(text)) return []
  return [...text.toLowerCase().matchAll(NOUN_AND_NUMBER)].flatMap(
    ([, noun = '', mark, number = '', next = '']) => {
      if (EMPTY.has(noun) || NO_NAMES.has(noun) || MEASURES.has(noun)) return []
      const isSubject = PREDICATE.test(next)
      // `retry 5 times`: a count of what follows.
      if (!isSubject && next.endsWith('s')) return []
      return [
        { noun, number, isName: mark === '#' || isSubject || (number.length >= 4 && !YEAR.test(number)) },
      ]
    },
  )
}

/** Whether a number of a statement perhaps names a thing, so that an older statement may hold beside a newer one. */
export function mayName(text: string): boolean {
  return numberedIn(text).length > 0
}

/** The numbered things of a text, by their noun. */
function namesIn(text: string): ReadonlyMap<string, string> {
  return new Map(
    numberedIn(text).flatMap(({ noun, number, isName }) => (isName ? [[noun, `${noun} ${number}`]] : [])),
  )
}

const WORD = /[\p{L}_][\p{L}\p{N}_]*/gu
const WORD_OR_NUMBER = /[\p{L}_][\p{L}\p{N}_]*|(?<![\p{L}\p{N}_])\d+[a-z]?/gu

function numberKey(text: string): string {
  const things = namesIn(text)
  const names = new Set<string>()
  for (const { name, assigned } of namedNumbers(text)) {
    const noun = assigned || !(NO_NAMES.has(name) || EMPTY.has(name)) ? name : nounBefore(text, name)
    if (noun !== null) names.add(things.get(noun) ?? noun)
  }
  return names.size > 0 ? [...names].join(' ') : (codesOf(text)[0] ?? wordsKey(text))
}

/** `The budget went up to 2,900`: the name of the number, to the left of a word that names nothing. */
function nounBefore(text: string, word: string): string | null {
  const lower = text.toLowerCase()
  const before = lower.slice(0, Math.max(0, lower.search(new RegExp(`\\b${word}\\b`)))).match(WORD) ?? []
  return before.findLast((one) => !EMPTY.has(one) && !NO_NAMES.has(one)) ?? null
}

/** What tells that a statement changes another, and nothing of what it is about. */
const SECOND_THOUGHT = new RegExp(
  '^(?:no,? )?(?:(?:wait|(?:on|at) second thoughts?|sorry|(?:scratch|strike) that)[,:]? ' +
    '|(?:(?:an?|one|another|last|small|quick) )*(?:corrections?|oops|my (?:mistake|bad)' +
    "|(?:(?:i|we)(?:['’]ve| have)? )?changed (?:my|our) minds?|changes? of plans?)(?:[,:] | [-–—] )" +
    '|(?:(?:an?|one|another|last|small|quick) )*(?:corrected|changed?|updated?|edit(?:ed)?|amend(?:ment|ed)|revis(?:ion|ed)' +
    '|new (?:rule|plan|value|limit|requirement|decision))(?:: | [-–—] ))',
  'i',
)

/**
 * The subject of a statement without its values: its significant words, in lower case. `Retry at most 3 times` and
 * `retry at most five times` share a key, so the later one replaces the other; `Room 3 must be free` and `Room 7 must
 * be free` do not.
 */
function wordsKey(text: string): string {
  const words: string[] = []
  const things = new Set(namesIn(text).values())
  let before = ''
  for (const [word] of text.replace(SECOND_THOUGHT, '').toLowerCase().matchAll(WORD_OR_NUMBER)) {
    const isValue = /^\d/.test(word) ? !things.has(`${before} ${word}`) : NUMBER_WORDS.has(word)
    before = word
    // `5 MB, not 8 MB`: a unit that is said again is no other subject.
    if (!EMPTY.has(word) && !isValue && !words.includes(word)) words.push(word)
  }
  return words.length === 0 ? text.toLowerCase().trim() : words.join(' ')
}

/** A failure message without the parts that differ between runs: numbers, addresses, quoted text. */
function errorKey(text: string): string {
  return text
    .toLowerCase()
    .replace(/0x[0-9a-f]+|\d+/g, '#')
    .replace(/\s+/g, ' ')
    .slice(0, 120)
    .trim()
}

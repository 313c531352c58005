import { isSentence, sentencesOf } from '../../engine/internal.ts'
import type { Language } from './autopsy.ts'

/** Words that are frequent in English, and rare in other languages that are written in Latin letters. */
const FREQUENT: ReadonlySet<string> = new Set(
  (
    'and are be because but can could do does don from has have how if into is it its just like make me my not of only ' +
    'please should so that the their them then there these they this to use was we what when where which with without ' +
    'would you your'
  ).split(' '),
)
/** In English prose about every third word is one of them. */
const LEAST_SHARE = 0.12
/** Fewer words tell nothing. */
const LEAST_WORDS = 6
/** Letters in which English is not written. */
const OTHER_LETTERS = /[^\p{Script=Latin}\P{L}]/gu
/** Each of them is about a word in Chinese and Japanese; in other scripts several are. */
const LEAST_LETTERS = 12

/** How many messages are in another language than English, as far as their words tell. Code and paths tell nothing. */
export function languageOf(messages: readonly string[]): Language {
  const told = messages.flatMap((message) => {
    const english = isEnglish(message)
    return english === null ? [] : [english]
  })
  return { messages: told.length, foreign: told.filter((english) => !english).length }
}

/** Null: it has too few words to tell. */
function isEnglish(message: string): boolean | null {
  const prose = sentencesOf(message)
    .flatMap(({ text }) => (isSentence(text) ? [text.replace(/`[^`]*`|\S*[/\\_=<>{}]\S*/g, ' ')] : []))
    .join(' ')
  const others = prose.match(OTHER_LETTERS)?.length ?? 0
  const words = prose.toLowerCase().match(/\p{Script=Latin}+/gu) ?? []
  const latin = words.reduce((sum, word) => sum + word.length, 0)
  if (others >= LEAST_LETTERS && others > latin) return false
  if (words.length < LEAST_WORDS) return null
  return words.filter((word) => FREQUENT.has(word)).length >= LEAST_SHARE * words.length
}

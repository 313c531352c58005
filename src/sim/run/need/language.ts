import { isSentence, sentencesOf } from '../../../engine/internal.ts'

/**
 * Words that are frequent in languages that are written in Latin letters, and rare in English and its programs: German,
 * French, Spanish, Portuguese, Italian, Dutch, Danish, Norwegian, Swedish, Polish, Czech, Turkish, Indonesian.
 */
const FREQUENT = new Set(
  (
    'aber alle auch auf bitte das dem der des dich dir ein eine einen einer es für ich im ist kein keine mich mit nach nicht noch nur oder sich sie sind soll über und von vor wenn wie wir zu zum zur ' +
    'au aux avec ce cette ces dans de du elle en est et être il ils je la le les leur mais ne nous ou où par pas pour que qui sans se ses son sont sur tu un une vous ' +
    'al como cuando del el ella es esta este está hay las lo los más muy nos o para pero por porque si sin su sus todo todos una unos y ya ' +
    'ao aos com da das dos e ele em essa esse isso mas mais na não nas nos num os ou pela pelo quando são seu sua também tem uma você à é ' +
    'che ci così cui degli dei del della delle di gli ha il loro ma nel nella nelle non più quando questa questo sono sua tutti ' +
    'aan bij dan dat deze dit een er het hij ik je maar met niet nog ook onder ons om te tot uit van voor wat wel wordt zich zij zijn zonder ' +
    'af alt at av blev da den denne der det du eller en er et fra han har hvis hvor ikke jeg kan med nogle når och og också om på samt skal som så til var vi være är att för inte jag mot ' +
    'ale bardzo być dla go jak jest ją lub mi może na nie niech oraz po proszę się tak tego tej też tylko tym w we z za ze że ' +
    'aby by byl být co jako jsem jsou která které který ne nebo pro při s se si tak to už v ve však ' +
    'bir bu çok da daha değil gibi için ile ise ki lütfen ne olan olarak var ve veya ya ' +
    'ada agar akan atau dan dari dengan di ini itu jangan ke oleh saya tidak untuk yang'
  ).split(' '),
)
/** Those of them that are also English, or names in programs. */
for (const word of 'at by im co de e go ha la o on s si to v var w we z y'.split(' ')) FREQUENT.delete(word)
/** In prose of these languages about every third word is one of them. */
const LEAST_SHARE = 0.15
/** Fewer words tell nothing. */
const LEAST_WORDS = 6
/** Letters in which English is not written. */
const OTHER_LETTERS = /[^\p{Script=Latin}\P{L}]/gu
/** Each of them is about a word; of letters several are. */
const WORD_SIGNS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu
/** Fewer letters tell nothing. */
const LEAST_LETTERS = 12

/** Whether a message is in English, as far as its words tell; null: it has too few. Code and paths tell nothing. */
export function isEnglish(message: string): boolean | null {
  const prose = sentencesOf(message)
    .flatMap(({ text }) => (isSentence(text) ? [text.replace(/`[^`]*`|\S*[/\\_=<>{}]\S*/g, ' ')] : []))
    .join(' ')
  const others = prose.match(OTHER_LETTERS)?.length ?? 0
  const words = prose.toLowerCase().match(/\p{Script=Latin}+/gu) ?? []
  const latin = words.reduce((sum, word) => sum + word.length, 0)
  const signs = prose.match(WORD_SIGNS)?.length ?? 0
  // Among Chinese, English terms have more letters.
  if (others >= LEAST_LETTERS && (others > latin || signs > words.length)) return false
  if (words.length < LEAST_WORDS) return null
  return words.filter((word) => FREQUENT.has(word)).length < LEAST_SHARE * words.length
}

import { SHOWN } from '../../../lessons/index.ts'
import { COUNTS_AS_USED } from '../../store/choice/lineup-words.ts'
import { LIMIT_SENTENCES } from '../../../view/index.ts'
import written from './words.json' with { type: 'json' }

export const LIMITS = Object.freeze({ ...written.LIMITS, sentences: LIMIT_SENTENCES })

/** The list of what the code of the articles does wrong; its sentences are those of the entries. */
export const DEFECTS = Object.freeze({
  title: 'Defects in the articles’ code',
  note: `This page follows the text of five articles. Where the articles’ sample code differs from their text, ${Object.keys(SHOWN).length} lanes run that code as written.`,
  open: (count: number) => `${count} defects: what the code does, its effect, and what is done here`,
  source: (article: string) => `in “${article}”`,
  here: 'Here:',
})

/** A term of the page. Slots of `now` are those of a lesson's sentence. */
interface Term {
  readonly word: string
  readonly meaning: string
  /** What it is in the lane in detail, at the playhead. */
  readonly now?: string
  readonly formula?: string
  /** Where the term or the formula is from; missing: it is this project's. */
  readonly source?: string
}

/** The glossary, in the order in which a reader meets the terms. */
export const GLOSSARY: readonly Term[] = Object.freeze(
  written.GLOSSARY.map((term) =>
    term.word === 'use' ? { ...term, meaning: `${term.meaning} ${COUNTS_AS_USED}` } : term,
  ),
)

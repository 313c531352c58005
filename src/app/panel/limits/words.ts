import { LIMIT_SENTENCES } from '../../../view/index.ts'
import written from './words.json' with { type: 'json' }

export const LIMITS = Object.freeze({ ...written.LIMITS, sentences: LIMIT_SENTENCES })

/** The list of what the code of the articles does wrong; its sentences are those of the entries. */
export const DEFECTS = Object.freeze({
  title: 'Defects in the articles’ code',
  note: 'This page follows the text of five articles. Where the articles’ sample code differs from their text, eight lanes run that code as written.',
  open: (count: number) => `${count} defects: what the code does, its effect, and what is done here`,
  source: (article: string) => `in “${article}”`,
  here: 'Here:',
})

/** The glossary, in the order in which a reader meets the terms. */
export const GLOSSARY = Object.freeze(written.GLOSSARY)

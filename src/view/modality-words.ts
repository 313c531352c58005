import { MEDIA } from '../engine/internal.ts'
import type { MediaTokens, ModalityTokens } from '../engine/index.ts'
import { tokens } from './format.ts'

export const MODALITY_LABELS: Readonly<Record<keyof ModalityTokens, string>> = Object.freeze({
  text: 'text',
  images: 'images',
  documents: 'documents',
  audio: 'audio',
})

/** By what each is counted where its text is not (TOK-3). */
const RULES: Readonly<Record<keyof MediaTokens, string>> = Object.freeze({
  images: 'Images are counted by their size in pixels',
  documents: 'documents (PDF) by the page',
  audio: 'audio by the second',
})

/** `images 1,334, documents 2,000`: what is no text, of a figure that stands beside it. '' for nothing. */
export function ofMedia(media: MediaTokens, exact = true): string {
  return MEDIA.filter((kind) => media[kind] > 0)
    .map((kind) => `${MODALITY_LABELS[kind]} ${tokens(media[kind], { exact })}`)
    .join(', ')
}

/** How the kinds that are there are counted, as a sentence. */
export function countedBy(kinds: readonly (keyof MediaTokens)[]): string {
  const rules = kinds.map((kind) => RULES[kind])
  const text = rules.join(', ')
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}, never as text.`
}

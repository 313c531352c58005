import { mediaTokens } from './media.ts'
import type { ImageRule } from '../tokens/counter.ts'
import { tokensOf } from './content.ts'
import { partsOf } from './message.ts'
import type { AudioPart, DocumentPart, ImagePart, Message, Part } from './message.ts'
import type { Tokens } from '../units.ts'
import { shared } from '../number/share.ts'
import type { TokenCounter } from '../tokens/counter.ts'

/** Tokens by modality (TRIM-1): providers charge pictures, documents and audio by special rules. */
export interface ModalityTokens extends MediaTokens {
  /** Texts, calls, results, thinking, and the overhead of messages. */
  readonly text: Tokens
}

/** Tokens of everything that is not text. */
export interface MediaTokens {
  readonly images: Tokens
  readonly documents: Tokens
  readonly audio: Tokens
}

export const MEDIA = Object.freeze(['images', 'documents', 'audio'] as const)

const MODALITY_OF = Object.freeze({ image: 'images', document: 'documents', audio: 'audio' } as const)

/**
 * Tokens of a part that are not text; pictures within a tool's result count as pictures. Null for a part that is all
 * text.
 */
export function mediaOf(part: Part, rule?: ImageRule): MediaTokens | null {
  if (part.type !== 'tool_result') return isMedia(part) ? sumOf([part], rule) : null
  return typeof part.content === 'string' ? null : sumOf(part.content ?? [], rule)
}

function isMedia(part: Part): part is ImagePart | DocumentPart | AudioPart {
  return part.type === 'image' || part.type === 'document' || part.type === 'audio'
}

function sumOf(items: readonly Part[], rule: ImageRule | undefined): MediaTokens | null {
  let media: { images: Tokens; documents: Tokens; audio: Tokens } | null = null
  for (const item of items) {
    if (!isMedia(item)) continue
    const tokens = mediaTokens(item, rule)
    if (tokens === 0) continue
    media ??= { images: 0, documents: 0, audio: 0 }
    media[MODALITY_OF[item.type]] += tokens
  }
  return media
}

/** Tokens of a message by modality. */
export function modalityTokens(message: Message, counter: TokenCounter): ModalityTokens {
  const total = { text: counter.messageOverhead, images: 0, documents: 0, audio: 0 }
  for (const part of partsOf(message)) {
    const media = mediaOf(part, counter.images)
    total.text += tokensOf(part, counter) - sumOfMedia(media)
    if (media !== null) for (const kind of MEDIA) total[kind] += media[kind]
  }
  return total
}

/**
 * Media tokens of a block that was fitted to recorded usage (TOK-2): scaled by the same factor, in whole tokens.
 *
 * @param counted tokens of the block as counted, of all modalities, and of the overhead that was fitted with it
 */
export function fittedMedia(media: MediaTokens, counted: Tokens, fitted: Tokens): MediaTokens {
  const { images, documents, audio } = media
  const shares = shared([counted - sumOfMedia(media), images, documents, audio], fitted)
  return { images: shares[1] ?? 0, documents: shares[2] ?? 0, audio: shares[3] ?? 0 }
}

/** The sums over several messages, by modality. */
export function addModalities(list: Iterable<ModalityTokens>): ModalityTokens {
  const total = { text: 0, images: 0, documents: 0, audio: 0 }
  for (const one of list) {
    total.text += one.text
    for (const kind of MEDIA) total[kind] += one[kind]
  }
  return total
}

/** The sum over all modalities: what the message costs. */
export function sumOfModalities(tokens: ModalityTokens): Tokens {
  return tokens.text + sumOfMedia(tokens)
}

/** The sum of everything that is not text; 0 if there is none. */
export function sumOfMedia(media: MediaTokens | null | undefined): Tokens {
  return media ? media.images + media.documents + media.audio : 0
}

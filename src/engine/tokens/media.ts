import type { AudioPart, DocumentPart, ImagePart } from '../message/message.ts'
import type { Tokens } from '../units.ts'

/** Caps of the image rule that most Claude models follow: longest edge in pixels, and tokens. */
const EDGE = 1568
const IMAGE_CAP: Tokens = 1568
/** Side of the square patch one token stands for. */
const PATCH = 28
/** A PDF page costs 1,500 to 3,000 tokens as text and picture; the lower middle. */
const PAGE: Tokens = 2000
const AUDIO_SECOND: Tokens = 32

/**
 * Tokens of an image (TOK-3): one per 28 × 28 pixel patch after fitting it into the model's caps.
 * Without known dimensions it is charged the cap, the most it can cost.
 */
export function imageTokens(image: Pick<ImagePart, 'width' | 'height'>): Tokens {
  const { width, height } = image
  if (width === undefined || height === undefined || width <= 0 || height <= 0) return IMAGE_CAP
  const shrink = Math.min(1, EDGE / Math.max(width, height))
  const patches = Math.ceil((width * shrink) / PATCH) * Math.ceil((height * shrink) / PATCH)
  return Math.min(patches, IMAGE_CAP)
}

export function mediaTokens(part: ImagePart | DocumentPart | AudioPart): Tokens {
  if (part.type === 'image') return imageTokens(part)
  if (part.type === 'document') return PAGE * Math.max(1, part.pages ?? 1)
  return AUDIO_SECOND * Math.max(1, Math.ceil(part.seconds ?? 1))
}

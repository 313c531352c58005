import type { AudioPart, DocumentPart, ImagePart } from './message.ts'
import type { Tokens } from '../units.ts'
import { pdfPages } from './pdf.ts'
import { pictureSize } from './picture.ts'
import type { ImageLimits, ImageRule } from '../tokens/counter.ts'

/** The rule for unknown models: that of most Claude models, up to 1,568 patches of 28 pixels. */
export const DEFAULT_IMAGE_RULE: ImageRule = Object.freeze({
  kind: 'patches',
  patch: 28,
  edge: 1568,
  cap: 1568,
  unknown: 1568,
})

/** A picture of 512 × 512 pixels by that rule, as OpenAI's newer models see it on `low`: 19 × 19 patches. */
const LOW: Tokens = 361

/** A PDF page costs 1,500 to 3,000 tokens as text and picture; this is in the lower half. */
const PAGE: Tokens = 2000
const AUDIO_SECOND: Tokens = 32

/**
 * Tokens of a picture by the rule of its model (TOK-3): the number of patches or tiles that cover it after scaling it
 * down to the model's maximum. The rules are those of the providers' documentation.
 *
 * @param size in pixels; if unknown or 0, the rule's own figure for an unknown size is used. `low` detail costs the base
 *   of a rule of tiles, and under the rule for unknown models at most 361 tokens. A rule of patches with a budget has limits
 *   for each detail. Anthropic and Google do not know it
 * @param rule default: that of most Claude models, patches of 28 × 28 pixels and at most 1,568 of them
 */
export function imageTokens(
  { width, height, detail }: Pick<ImagePart, 'width' | 'height' | 'detail'>,
  rule: ImageRule = DEFAULT_IMAGE_RULE,
): Tokens {
  const isLow = detail === 'low'
  if (isLow && rule.kind === 'tiles') return rule.base
  const most = isLow && rule === DEFAULT_IMAGE_RULE ? LOW : Infinity
  if (width === undefined || height === undefined || width <= 0 || height <= 0)
    return isLow && rule.kind === 'budget'
      ? Math.min(rule.unknown, Math.ceil(rule.factor * rule.low.most))
      : Math.min(rule.unknown, most)
  switch (rule.kind) {
    case 'patches': {
      const shrink = Math.min(1, rule.edge / Math.max(width, height))
      return Math.min(covering(width * shrink, height * shrink, rule.patch), rule.cap, most)
    }
    case 'tiles': {
      const fits = Math.min(1, rule.square / Math.max(width, height))
      const shrink = fits * Math.min(1, rule.shorter / (Math.min(width, height) * fits))
      return rule.base + rule.each * covering(width * shrink, height * shrink, rule.tile)
    }
    case 'budget': {
      const { edge, most: budget } = limitsOf(rule, detail)
      const shrink = Math.min(1, edge / Math.max(width, height))
      const [across, down] = [width, height].map((side) => Math.round(side * shrink) / rule.patch)
      return Math.ceil(rule.factor * withinBudget(across ?? 1, down ?? 1, budget))
    }
    case 'grid': {
      const side = Math.min(rule.tile, Math.max(rule.least, Math.floor(Math.min(width, height) * rule.share)))
      return Math.max(width, height) <= rule.small ? rule.each : rule.each * covering(width, height, side)
    }
    case 'flat':
      return rule.unknown
  }
}

function limitsOf(rule: Extract<ImageRule, { kind: 'budget' }>, detail: string | undefined): ImageLimits {
  return detail === 'low' || detail === 'high' || detail === 'original' ? rule[detail] : rule[rule.auto]
}

/** Squares of a given side that a rectangle touches. Rounding may put a whole length slightly above itself. */
function covering(width: number, height: number, side: number): number {
  const along = (length: number): number => Math.max(1, Math.ceil(length / side - 1e-9))
  return along(width) * along(height)
}

/**
 * Patches of a picture under a maximum: a larger picture shrinks by the square root of the excess, and slightly more,
 * until one of its sides is a whole number of patches.
 *
 * @param across width in patches
 * @param down height in patches
 */
function withinBudget(across: number, down: number, most: number): number {
  const patches = covering(across, down, 1)
  if (patches <= most) return patches
  const root = Math.sqrt(most / (across * down))
  const [wide, high] = [across * root, down * root]
  const whole = Math.min(Math.floor(wide) / wide, Math.floor(high) / high)
  // A strip one patch high cannot lose a whole patch.
  return Math.min(most, whole > 0 ? covering(wide * whole, high * whole, 1) : most)
}

/** Tokens of what is not text in a part (TOK-3): none in a document that is one. */
export function mediaTokens(part: ImagePart | DocumentPart | AudioPart, images?: ImageRule): Tokens {
  const { type, data } = part.source
  const bytes = type === 'base64' ? data : undefined
  if (part.type === 'image')
    return imageTokens(part.width === undefined && bytes ? { ...part, ...pictureSize(bytes) } : part, images)
  if (part.type === 'document')
    return type === 'text' ? 0 : PAGE * Math.max(1, part.pages ?? (bytes ? pdfPages(bytes) : null) ?? 1)
  return AUDIO_SECOND * Math.max(1, Math.ceil(part.seconds ?? 1))
}

import type { ImageLimits, ImageRule } from '../../engine/index.ts'

/**
 * How providers count pictures (TOK-3), from their documentation on vision as of November 2026. Models refer to a rule.
 * A picture of unknown size is charged the maximum of the rule, or without a maximum the cost of a picture of 1,536 ×
 * 1,536 pixels.
 */

/** Claude up to Opus 4.6, Sonnet 4.6 and Haiku 4.5. */
export const CLAUDE_1568: ImageRule = Object.freeze({
  kind: 'patches',
  patch: 28,
  edge: 1568,
  cap: 1568,
  unknown: 1568,
})

/** Claude from Opus 4.7 and Sonnet 5 on: larger pictures are kept. */
export const CLAUDE_2576: ImageRule = Object.freeze({
  kind: 'patches',
  patch: 28,
  edge: 2576,
  cap: 4784,
  unknown: 4784,
})

/** GPT-4o, GPT-4.1 and the others that count tiles; at most 2 × 4 of them. */
export const TILES_85_170: ImageRule = tiles(85, 170)
export const TILES_70_140: ImageRule = tiles(70, 140)
export const TILES_2833_5667: ImageRule = tiles(2833, 5667)
/** o1 and o3. */
export const TILES_75_150: ImageRule = tiles(75, 150)

/**
 * The models of OpenAI that count patches. OpenAI, “Images and vision”, section “Model sizing behavior”: its edition of
 * October 2026 for those that it has, an earlier one for GPT-5 mini and nano, GPT-4.1 nano and o4-mini.
 */
const LOW = { edge: 512, most: 256 }
const SMALL = { edge: 2048, most: 1536 }
const HIGH = { edge: 2048, most: 2500 }
const WHOLE = { edge: 2048, most: 6144 }
const LARGE = { edge: 6000, most: 10_000 }
/** A request with more patches is refused. */
const ANY = { edge: 65_535, most: 30_000 }

export const PATCHES_1_2_SMALL: ImageRule = patches(1.2, SMALL)
export const PATCHES_1_5: ImageRule = patches(1.5, SMALL)
export const PATCHES_2_46: ImageRule = patches(2.46, SMALL)
export const PATCHES_1_72: ImageRule = patches(1.72, SMALL)
export const PATCHES_1_62: ImageRule = patches(1.62, WHOLE)
export const PATCHES_1_2: ImageRule = patches(1.2, WHOLE)
/** GPT-5.4, whose `low` may cost more than `high`. */
export const PATCHES_HIGH: ImageRule = patches(1.2, HIGH, { low: WHOLE, original: LARGE })
/** GPT-5.5, which has pictures in their own size unless the request says otherwise. */
export const PATCHES_LARGE: ImageRule = patches(1.2, HIGH, { low: LOW, original: LARGE, auto: 'original' })
/** GPT-5.6. */
export const PATCHES_ANY: ImageRule = patches(1.2, HIGH, { low: LOW, original: ANY, auto: 'original' })
/** GPT-6, of which only the patches limit `high`, by measured requests of October 2026. */
export const PATCHES_ANY_EDGE: ImageRule = patches(
  1.2,
  { edge: 65_535, most: 2500 },
  { low: LOW, original: ANY, auto: 'original' },
)

/** Gemini up to 2.5. Google, “Image understanding”, “Token calculation”; the bounds of a tile are those of Vertex AI. */
export const GEMINI_258: ImageRule = Object.freeze({
  kind: 'grid',
  small: 384,
  share: 1 / 1.5,
  least: 256,
  tile: 768,
  each: 258,
  unknown: 4 * 258,
})

/** Gemini from 3 on, at its default resolution. */
export const GEMINI_1120: ImageRule = Object.freeze({ kind: 'flat', unknown: 1120 })

function tiles(base: number, each: number): ImageRule {
  return Object.freeze({
    kind: 'tiles',
    square: 2048,
    shorter: 768,
    tile: 512,
    base,
    each,
    unknown: base + 8 * each,
  })
}

function patches(
  factor: number,
  high: ImageLimits,
  {
    low = high,
    original = high,
    auto = 'high',
  }: {
    readonly low?: ImageLimits
    readonly original?: ImageLimits
    readonly auto?: 'high' | 'original'
  } = {},
): ImageRule {
  const side = high.edge / 32
  // In their own size pictures have hardly a maximum: that of 1,536 × 1,536 pixels.
  const most = auto === 'high' ? Math.min(high.most, side * side) : 48 * 48
  return Object.freeze({
    kind: 'budget',
    patch: 32,
    factor,
    low,
    high,
    original,
    auto,
    unknown: Math.ceil(most * factor),
  })
}

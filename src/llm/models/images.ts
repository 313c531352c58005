import type { ImageRule } from '../../engine/index.ts'

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

/** The small models of OpenAI that count patches, each with a factor of its own. */
export const PATCHES_1_62: ImageRule = patches(1.62)
export const PATCHES_2_46: ImageRule = patches(2.46)
export const PATCHES_1_72: ImageRule = patches(1.72)

/** Gemini up to 2.5. */
export const GEMINI_258: ImageRule = Object.freeze({
  kind: 'grid',
  small: 384,
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

function patches(factor: number): ImageRule {
  return Object.freeze({ kind: 'budget', patch: 32, most: 1536, factor, unknown: Math.ceil(1536 * factor) })
}

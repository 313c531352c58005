import { absorb, mix } from '../number/hash.ts'
import { ln } from '../number/ln.ts'
import { eachWord, lower } from './word.ts'

/** A sparse vector of length 1: ascending feature numbers and their weights. */
export interface Embedding {
  readonly features: Int32Array
  readonly weights: Float64Array
}

/** Turns a text into a vector using the statistics of the texts seen so far, this one included. */
export interface Embedder {
  readonly name: string
  embed(text: string): Embedding
}

/** Number of possible features; among a thousand words of a text, few share one. */
const DIMENSION = 16_384
/** Longer words are base64 and the like: they mean nothing and do not recur. */
const LONGEST_WORD = 64

/**
 * Hashed TF-IDF (EVI-6): a word (for Chinese or Japanese, a pair of characters) is a feature with weight (1 + ln count)
 * × (1 + ln((1 + texts)/(1 + texts with it))), and the vector has length 1. The texts are those embedded so far,
 * including this one, so the same text embedded later has other weights: the cosine of two copies is near 1, not
 * exactly 1. The vector of an empty text has no features, and its cosine to anything is 0.
 */
export function createEmbedder(): Embedder {
  const textsWith = new Uint32Array(DIMENSION)
  let texts = 0
  return {
    name: 'hashed-tfidf',
    embed(text) {
      const counts = countFeatures(text)
      texts++
      for (const feature of counts.keys()) textsWith[feature] = (textsWith[feature] as number) + 1
      return normalised(counts, (feature) => 1 + ln((1 + texts) / (1 + (textsWith[feature] as number))))
    },
  }
}

/** Similarity of two vectors: 0 for nothing in common, 1 for the same direction. */
export function cosine(a: Embedding, b: Embedding): number {
  let sum = 0
  let j = 0
  for (let i = 0; i < a.features.length; i++) {
    const feature = a.features[i] as number
    while (j < b.features.length && (b.features[j] as number) < feature) j++
    if (b.features[j] === feature) sum += (a.weights[i] as number) * (b.weights[j] as number)
  }
  return Math.min(1, sum)
}

function countFeatures(text: string): Map<number, number> {
  const counts = new Map<number, number>()
  eachWord(text, (start, end) => {
    if (end - start > LONGEST_WORD) return
    let h = 5
    for (let i = start; i < end; i++) h = absorb(h, lower(text.charCodeAt(i)))
    const feature = mix(h) % DIMENSION
    counts.set(feature, (counts.get(feature) ?? 0) + 1)
  })
  return counts
}

function normalised(counts: ReadonlyMap<number, number>, rarity: (feature: number) => number): Embedding {
  const features = Int32Array.from(counts.keys()).sort()
  const weights = new Float64Array(features.length)
  let squares = 0
  for (let i = 0; i < features.length; i++) {
    const feature = features[i] as number
    const weight = (1 + ln(counts.get(feature) ?? 1)) * rarity(feature)
    weights[i] = weight
    squares += weight * weight
  }
  const length = Math.sqrt(squares)
  for (let i = 0; i < weights.length; i++) weights[i] = (weights[i] as number) / length
  return { features, weights }
}

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

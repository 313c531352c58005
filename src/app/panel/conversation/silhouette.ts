/** A scenario as its button shows it: what happens, and what stands in a window turn by turn, small enough for a thumbnail. */
export interface Silhouette {
  readonly sentence: string
  readonly turns: number
  readonly blocks: number
  /**
   * Heights in percent of the window's limit, stacked: each layer's upper edge, the lowest layer first,
   * one number for each column.
   */
  readonly edges: Readonly<Record<Layer, readonly number[]>>
}

/** Kinds of content that a thumbnail can tell apart, from the bottom. */
export const LAYERS = Object.freeze(['setup', 'person', 'model', 'results'] as const)
export type Layer = (typeof LAYERS)[number]

/** Columns of a thumbnail; a longer conversation shows the fullest turn of every stretch. */
export const COLUMNS = 60

/** A layer between its edge and the one below it as the path of an area, in units of columns and percent from above. */
export function layerPath(edges: Silhouette['edges'], layer: Layer): string {
  const upper = edges[layer]
  const below = LAYERS[LAYERS.indexOf(layer) - 1]
  const lower = below === undefined ? upper.map(() => 0) : edges[below]
  const top = upper.map((height, column) => `${column} ${100 - height} ${column + 1} ${100 - height}`)
  const bottom = lower.map((height, column) => `${column + 1} ${100 - height} ${column} ${100 - height}`)
  return `M${top.join(' ')} ${bottom.reverse().join(' ')}Z`
}

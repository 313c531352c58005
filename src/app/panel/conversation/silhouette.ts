/** The button of a scenario: a description, and the content of a window turn by turn, small enough for a thumbnail. */
export interface Silhouette {
  readonly sentence: string
  /** What it shows best. */
  readonly shows: string
  readonly turns: number
  readonly blocks: number
  /**
   * Heights in percent of the window's limit, stacked: each layer's upper edge, the lowest layer first, one number per
   * column.
   */
  readonly edges: Readonly<Record<Layer, readonly number[]>>
}

/** Kinds of content in a thumbnail, from the bottom. */
export const LAYERS = Object.freeze(['setup', 'person', 'model', 'results'] as const)
export type Layer = (typeof LAYERS)[number]

/** Columns of a thumbnail; for a longer conversation each shows the fullest turn of a range. */
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

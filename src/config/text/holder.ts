import type { Setting } from '../../engine/index.ts'
import type { Entry, Item, Part } from './outline.ts'

/** Where a value stands or would stand. */
export interface Holder {
  readonly holder: Entry | Item | null
  readonly part: Part | null
  readonly setting: Setting | null
  readonly path: readonly string[]
  readonly flow: boolean
}

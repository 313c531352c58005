import type { BlockId } from '../../../engine/index.ts'
import { bandsOf } from '../../../view/index.ts'
import type { Band, Controlled, Strata } from '../../../view/index.ts'
import { capLines } from './caps.ts'
import type { Scale } from '../plot/scale.ts'
import { pathOf } from '../plot/shape.ts'
import type { Shape } from '../plot/shape.ts'
import { paintingOf } from './shapes.ts'

/** The parts of a picture that are emphasized while a setting is focused. */
export interface Emphasis {
  readonly shapes: readonly Shape[]
  /** The ends of blocks made by its edits, as the path of an SVG. */
  readonly ends: string
}

/** Above this many bands only the ends of edits are emphasized: painting more takes too long. */
const MOST_BANDS = 2000

/** What a setting controls, painted again over the faded picture; null if it is only lines. */
export function emphasisOf(
  picture: Strata,
  { types, blocks, edits }: Controlled,
  scale: Scale,
): Emphasis | null {
  const own = new Set(edits)
  const caps = picture.caps.filter(({ edit }) => own.has(edit))
  const bands = new Set<Band>()
  for (const { band } of caps) {
    const found = picture.bands[band]
    if (found !== undefined) bands.add(found)
  }
  for (const band of picture.bands) if (band.type !== null && types.includes(band.type)) bands.add(band)
  for (const block of blocks) for (const band of bandsOf(picture, block)) bands.add(band)
  if (bands.size === 0) return null
  const { lost, reduced } = capLines(caps, scale)
  const connectors = picture.connectors.filter(({ edit }) => own.has(edit))
  const chosen = { ...picture, bands: bands.size > MOST_BANDS ? [] : [...bands], caps, connectors }
  return {
    shapes: paintingOf(chosen, [], scale).shapes,
    ends: pathOf([...lost, ...reduced], false),
  }
}

/** The number of blocks of a run that a setting concerns, by their type or individually. */
export function blocksOf(
  { types, blocks }: Pick<Controlled, 'types' | 'blocks'>,
  all: readonly { readonly id: BlockId; readonly type: string }[],
): number {
  const single = new Set(blocks)
  return all.filter(({ id, type }) => single.has(id) || types.some((one) => one === type)).length
}

import type { ComponentType } from 'react'
import type { Comparison, LaneResult } from '../../worker/protocol.ts'
import type { Selection } from '../store/choice/choices.ts'
import type { Front } from '../store/look/open.ts'
import { onDemand } from '../ui/on-demand.tsx'

/** What every panel of the lane in detail is given. */
export interface PanelProperties {
  readonly comparison: Comparison
  readonly lane: LaneResult
  /** The playhead's turn, once it rests. */
  readonly turn: number
}

/** What a panel is given, by where it stands. */
export interface Given {
  /** Between the lanes and the choice of the lane in detail: about all lanes. */
  readonly lanes: Pick<PanelProperties, 'comparison'>
  /** Below that choice, in the list of sections. */
  readonly detail: PanelProperties
  /** At the end of the page; fetched once the pictures are there. */
  readonly end: object
}

/** What a panel says about itself; `page/panels.ts` lists them all, and the page is made from that list. */
export interface Panel<Name extends string = string, Place extends keyof Given = keyof Given> {
  /** The id of its heading, to which the list of sections leads. */
  readonly name: Name
  /** In the list of sections, and where it fails. */
  readonly title: string
  /** What it tells, in a sentence. */
  readonly meaning: string
  readonly place: Place
  /** Pixels that keep its place until it is made; null for one that is there with the page. */
  readonly height: number | null
  readonly Panel: ComponentType<Given[Place]>
}

type Said<Name extends string, Place extends keyof Given> = Pick<
  Panel<Name, Place>,
  'name' | 'title' | 'meaning' | 'place'
>

/** A panel whose script comes with the page. */
export function panel<const Name extends string, Place extends keyof Given>(
  said: Said<Name, Place> & { readonly Panel: ComponentType<Given[Place]> },
): Panel<Name, Place> {
  return { ...said, height: null }
}

/**
 * A panel whose script comes when somebody scrolls near it.
 *
 * @param said with the pixels that keep its place until then: about as many as it takes for the opening conversation at
 *   1280 pixels. Were they fewer than the screen is high, what is below would be in sight beside what is above, and be
 *   pushed off when it comes, perhaps from under a pointer that is pressed.
 */
export function latePanel<const Name extends string, Place extends keyof Given>({
  load,
  ...said
}: Said<Name, Place> & {
  readonly height: number
  readonly load: () => Promise<ComponentType<Given[Place]>>
}): Panel<Name, Place> {
  return { ...said, Panel: onDemand<Given[Place]>(load) }
}

/** A panel beside the lanes. When it is there is told by `frontsOf`, since keys and lanes open it, too. */
export interface SidePanel<Name extends Front> {
  readonly name: Name
  readonly title: string
  /** Shown until its script is there. */
  readonly loading?: string
  /** Fetches its script, for one that is fetched as soon as the pictures are there: a press opens it at once. */
  readonly load?: () => Promise<unknown>
  readonly close: () => void
  readonly Panel: ComponentType<{ readonly comparison: Comparison; readonly selection: Selection | null }>
}

import type { ComponentType } from 'react'
import type { Comparison, LaneResult } from '../../worker/protocol.ts'
import type { Selection } from '../store/choice/choices.ts'
import type { DetailTab } from '../store/look/detail-tab.ts'
import type { Front } from '../store/look/open.ts'
import { onDemand } from '../ui/on-demand.tsx'

/** Properties of every panel of the lane in detail. */
export interface PanelProperties {
  readonly comparison: Comparison
  readonly lane: LaneResult
  /** The playhead's turn, once it stops moving. */
  readonly turn: number
}

/** Properties of a panel, by its place: between the lanes and the tabs, about all lanes; or in a tab. */
export type Given = { readonly lanes: Pick<PanelProperties, 'comparison'> } & Readonly<
  Record<DetailTab, PanelProperties>
>

/** The description of a panel; `page/panels.ts` lists them all, and the page is made from that list. */
export interface Panel<Name extends string = string, Place extends keyof Given = keyof Given> {
  /** The id of its heading, the target of links to it. */
  readonly name: Name
  /** For links to it, and for its error message. */
  readonly title: string
  /** Its purpose, in a sentence. */
  readonly meaning: string
  readonly place: Place
  /** Pixels reserved until it is rendered; null for one in the first script. */
  readonly height: number | null
  readonly Panel: ComponentType<Given[Place]>
}

type Said<Name extends string, Place extends keyof Given> = Pick<
  Panel<Name, Place>,
  'name' | 'title' | 'meaning' | 'place'
>

/** A panel in the page's first script. */
export function panel<const Name extends string, Place extends keyof Given>(
  said: Said<Name, Place> & { readonly Panel: ComponentType<Given[Place]> },
): Panel<Name, Place> {
  return { ...said, height: null }
}

/**
 * A panel whose script is loaded when somebody scrolls near it.
 *
 * @param said with the pixels reserved for it until then: about its height for the opening conversation at 1280 pixels.
 *   With fewer than the height of the screen, the part below would be visible together with the part above, and be
 *   pushed down when the panel appears, perhaps from under a pressed pointer.
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

/** A panel beside the lanes. `frontsOf` says when it exists, because keys and lanes open it too. */
export interface SidePanel<Name extends Front> {
  readonly name: Name
  readonly title: string
  /** Shown until its script is loaded. */
  readonly loading?: string
  /** Loads its script, for a panel that is loaded as soon as the pictures are there, so that it opens at once. */
  readonly load?: () => Promise<unknown>
  readonly close: () => void
  readonly Panel: ComponentType<{ readonly comparison: Comparison; readonly selection: Selection | null }>
}

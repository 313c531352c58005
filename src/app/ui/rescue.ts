/** Data that exists only in this page, as a file. */
export interface Rescued {
  readonly title: string
  readonly filename: string
  readonly text: string
}

/** A holder of data that a reload would lose. */
export interface Rescuer {
  readonly list: () => readonly Rescued[]
  /** Saves it where the next load of the page finds it. @throws if that is not possible */
  readonly keep: () => Promise<void>
}

let rescuer: Rescuer | null = null

export function offerRescue(one: Rescuer): void {
  rescuer = one
}

/** The data that would be lost with this load of the page. */
export function rescued(): readonly Rescued[] {
  return rescuer?.list() ?? []
}

/**
 * Reloads the page after saving what would be lost.
 *
 * @param before done between the two
 * @throws if it cannot be saved; nothing is reloaded then
 */
export async function reloadPage(before?: () => Promise<void>): Promise<void> {
  await rescuer?.keep()
  await before?.()
  window.location.reload()
}

/** Something that exists in this page alone, as a file. */
export interface Rescued {
  readonly title: string
  readonly filename: string
  readonly text: string
}

/** Whoever holds what a reload would lose. */
export interface Rescuer {
  readonly list: () => readonly Rescued[]
  /** Puts it where the next load of the page finds it. @throws where that cannot be */
  readonly keep: () => Promise<void>
}

let rescuer: Rescuer | null = null

export function offerRescue(one: Rescuer): void {
  rescuer = one
}

/** What would be lost with this load of the page. */
export function rescued(): readonly Rescued[] {
  return rescuer?.list() ?? []
}

/**
 * Loads the page again, with what would be lost kept before. @throws where it cannot be kept; nothing is loaded then
 */
export async function reloadPage(): Promise<void> {
  await rescuer?.keep()
  window.location.reload()
}

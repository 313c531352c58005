import { createContext } from 'react'
import type { ReactNode } from 'react'

/** The picture below the head of a lane. */
export type ShownPicture = 'strata' | 'lifelines'

/** The button that saves the picture of a lane: it is above this folder, because a saved picture is drawn with its parts. */
export const LaneSave = createContext<
  ((of: { readonly lane: string; readonly label: string; readonly shown: ShownPicture }) => ReactNode) | null
>(null)

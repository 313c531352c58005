import { startTransition } from 'react'

/** Turns from which pictures take long to lay out. */
export const MANY_TURNS = 1000

/** Sets the room of pictures; those of many turns are laid out one by one, and React may pause between them. */
export function fitPictures(many: boolean, fit: () => void): void {
  if (many) startTransition(fit)
  else fit()
}

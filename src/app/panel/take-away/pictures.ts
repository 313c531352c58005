import type { MakeStill } from '../../picture/still/PictureButtons.tsx'

/** A picture of the page that can be taken away. */
export interface PictureSource {
  readonly name: string
  readonly make: MakeStill
}

import type { PageSubject, Still } from '../../picture/still/still.ts'

/** A picture of the page that can be taken away. */
export interface PictureSource {
  readonly name: string
  readonly make: (subject: PageSubject) => Promise<Still | null>
}

import type { Line } from './rows.ts'

/** What a control of one setting is given. */
export interface ControlProperties {
  readonly line: Line
  readonly value: unknown
  readonly set: (value: unknown) => void
  /** Told why a text is not taken, null once another is typed. */
  readonly onWrong: (message: string | null) => void
  readonly figure?: string
  readonly least?: number
  readonly most?: number
}

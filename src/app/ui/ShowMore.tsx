import { whole } from '../../view/index.ts'
import { Button } from './Button.tsx'

/** Adds rows to a list that shows only some of them; nothing if it shows all. */
export function ShowMore({
  shown,
  all,
  slice,
  text,
  onMore,
}: {
  readonly shown: number
  readonly all: number
  /** Rows that a press adds. */
  readonly slice: number
  /** The button's label, from the numbers of rows to add and of rows left, both written for people. */
  readonly text: (next: string, left: string) => string
  /** Called with the number of rows to show. */
  readonly onMore: (most: number) => void
}) {
  const left = all - shown
  if (left <= 0) return null
  return (
    <Button
      onClick={() => {
        onMore(shown + slice)
      }}
    >
      {text(whole(Math.min(left, slice)), whole(left))}
    </Button>
  )
}

import type { Comparison } from '../../worker/protocol.ts'
import { IntakeNote } from './IntakeNote.tsx'
import { ReadingChoices } from './ReadingChoices.tsx'

/** What is said of a log above its lanes: how it was read, and what that left out. */
export function LogNotes({ comparison }: { readonly comparison: Comparison }) {
  return (
    <>
      <ReadingChoices comparison={comparison} />
      <IntakeNote comparison={comparison} />
    </>
  )
}

import { Suspense, useState } from 'react'
import type { Comparison } from '../../../../worker/protocol.ts'
import { onDemand } from '../../../ui/on-demand.tsx'
import { STUDY_TEXT } from '../seeds/words.ts'

/** Its code has the declarations of all settings. */
const Search = onDemand(async () => (await import('./Search.tsx')).Search)

/** A search over the settings of a lane. Loaded when opened. */
export function SearchPart({ comparison }: { readonly comparison: Comparison }) {
  const [open, setOpen] = useState(false)
  return (
    <details
      onToggle={(event) => {
        setOpen(event.currentTarget.open)
      }}
    >
      <summary>{STUDY_TEXT.search}</summary>
      {open && (
        <Suspense fallback={<p className="note">{STUDY_TEXT.loading}</p>}>
          <Search comparison={comparison} />
        </Suspense>
      )}
    </details>
  )
}

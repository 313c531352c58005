import { Suspense, useState } from 'react'
import type { ReactNode } from 'react'
import { STUDY_TEXT } from './seeds/words.ts'

/** A part of the study that is closed at first, and rendered when it is opened. */
export function Fold({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const [open, setOpen] = useState(false)
  return (
    <details
      aria-label={title}
      onToggle={(event) => {
        setOpen(event.currentTarget.open)
      }}
    >
      <summary>{title}</summary>
      {open && <Suspense fallback={<p className="note">{STUDY_TEXT.loading}</p>}>{children}</Suspense>}
    </details>
  )
}

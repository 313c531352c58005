import { lazy, Suspense, useState } from 'react'
import type { PanelProperties } from '../detail/panel.ts'
import { FIDELITY_TEXT } from '../words/fidelity.ts'

const AskedFidelity = lazy(async () => ({
  default: (await import('./AskedFidelity.tsx')).AskedFidelity,
}))

/** Opens the questions to a real model; their script and the replay that makes them wait until then. */
export function FidelitySection({ comparison, lane, turn }: PanelProperties) {
  const [open, setOpen] = useState(false)
  return (
    <section className="fidelity-section" aria-labelledby="asked-fidelity">
      <h3 id="asked-fidelity">{FIDELITY_TEXT.title}</h3>
      <button
        type="button"
        className="quiet"
        aria-expanded={open}
        onClick={() => {
          setOpen(!open)
        }}
      >
        {open ? FIDELITY_TEXT.close : FIDELITY_TEXT.open}
      </button>
      {open && (
        <Suspense fallback={<p className="note">{FIDELITY_TEXT.loading}</p>}>
          <AskedFidelity
            key={`${comparison.id} ${lane.name}`}
            comparison={comparison}
            lane={lane}
            turn={turn}
          />
        </Suspense>
      )}
    </section>
  )
}

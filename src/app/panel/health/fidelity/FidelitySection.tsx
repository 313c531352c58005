import { useState } from 'react'
import type { PanelProperties } from '../../panel.ts'
import { FIDELITY_TEXT } from './words.ts'
import { onDemand } from '../../../ui/on-demand.tsx'
import { Part } from '../../../ui/Part.tsx'
import { Button } from '../../../ui/Button.tsx'

const AskedFidelity = onDemand(async () => (await import('./AskedFidelity.tsx')).AskedFidelity)

/** Opens the test with a real model; its script and replay are loaded only then. */
export function FidelitySection({ comparison, lane, turn }: PanelProperties) {
  const [open, setOpen] = useState(false)
  return (
    <section className="fidelity-section" aria-labelledby="asked-fidelity">
      <h3 id="asked-fidelity">{FIDELITY_TEXT.title}</h3>
      <Button
        kind="quiet"
        aria-expanded={open}
        onClick={() => {
          setOpen(!open)
        }}
      >
        {open ? FIDELITY_TEXT.close : FIDELITY_TEXT.open}
      </Button>
      {open && (
        <Part name="Questions to a real model" fallback={<p className="note">{FIDELITY_TEXT.loading}</p>}>
          <AskedFidelity
            key={`${comparison.id} ${lane.name}`}
            comparison={comparison}
            lane={lane}
            turn={turn}
          />
        </Part>
      )}
    </section>
  )
}

import { Lock } from 'lucide-react'
import { counted } from '../../view/index.ts'
import type { WhyGate } from '../../view/index.ts'
import { WHY_TEXT } from '../words/why.ts'

/** Vetoes come before scores: a gate is no low weight. */
export function Gates({
  gates,
  held,
  known,
}: {
  readonly gates: readonly WhyGate[]
  readonly held: number
  /** False until the full tables of the decision are there. */
  readonly known: boolean
}) {
  return (
    <div className="gates">
      <h3>{WHY_TEXT.gates}</h3>
      {gates.length === 0 ? (
        <p>
          {known
            ? WHY_TEXT.noGate(counted(held, 'other block'))
            : WHY_TEXT.gatesPending(counted(held, 'block'))}
        </p>
      ) : (
        <ul>
          {gates.map((gate) => (
            <li key={gate.name}>
              <Lock size={12} aria-hidden="true" /> <b>{gate.label}</b> {gate.meaning}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

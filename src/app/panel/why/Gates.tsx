import { Lock, LockOpen } from 'lucide-react'
import { counted } from '../../../view/index.ts'
import type { GateRow } from '../../../view/index.ts'
import { hideTip, showTip } from '../../ui/tip.ts'
import { others, WHY_TEXT } from './words.ts'

interface Properties {
  readonly gates: readonly GateRow[]
  /** Blocks that any gate held. */
  readonly held: number
}

/** Vetoes come before scores, each a padlock: a gate is no low weight. */
export function Gates({ gates, held }: Properties) {
  return (
    <section className="gates">
      <h3>{WHY_TEXT.gates}</h3>
      <ul>
        {gates.map((gate) => (
          <li key={gate.name}>
            <Padlock gate={gate} />
          </li>
        ))}
      </ul>
      <p className="note">{noteOf(gates, held)}</p>
    </section>
  )
}

function noteOf(gates: readonly GateRow[], held: number): string {
  const holding = gates.filter((gate) => gate.holds === true)
  if (holding.length > 0)
    return WHY_TEXT.gateHeld(holding.map((gate) => gate.label).join(' + '), others(held - 1))
  if (gates.every((gate) => gate.on === gate.always)) return WHY_TEXT.gatesOff(counted(held, 'block'))
  return gates.some((gate) => gate.holds === null)
    ? WHY_TEXT.gatesPending(counted(held, 'block'))
    : WHY_TEXT.noGate(others(held))
}

/** A gate by its name; what it means is told on hover and focus. */
function Padlock({ gate }: { readonly gate: GateRow }) {
  const { label, meaning, on, holds, held } = gate
  const lines = [
    label,
    meaning,
    on
      ? holds === true
        ? WHY_TEXT.gateHolds
        : held === null
          ? ''
          : WHY_TEXT.gateCount(counted(held, 'block'))
      : WHY_TEXT.gateOffTitle,
  ].filter((line) => line !== '')
  const tell = ({ currentTarget }: { readonly currentTarget: HTMLElement }): void => {
    const { left, bottom } = currentTarget.getBoundingClientRect()
    showTip(left - 10, bottom - 10, lines)
  }
  const Icon = on ? Lock : LockOpen
  return (
    <button
      type="button"
      className={holds === true ? 'padlock holds' : on ? 'padlock' : 'padlock is-off'}
      aria-label={lines.join('. ')}
      data-gate={gate.name}
      onPointerEnter={tell}
      onFocus={tell}
      onPointerLeave={hideTip}
      onBlur={hideTip}
    >
      <Icon size={10} strokeWidth={2.4} aria-hidden="true" /> {label}
      {on && held !== null && held > 0 && <span className="count">{held}</span>}
    </button>
  )
}

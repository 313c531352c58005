import { gates } from '../engine/index.ts'
import type { BlockId, Decision } from '../engine/index.ts'
import type { TimelineData } from '../sim/index.ts'

/** A gate of a run, as it stood at one decision. */
export interface GateRow {
  readonly name: string
  readonly label: string
  readonly meaning: string
  /** True for gates that cannot be switched off: without them a request would be refused. */
  readonly always: boolean
  /** False where the config has switched it off. */
  readonly on: boolean
  /** Whether it held the block that was asked about; null where the record does not say. */
  readonly holds: boolean | null
  /** Blocks it held; null where the record does not say. */
  readonly held: number | null
}

/** Every gate there is, in the order in which they are asked, with what a decision of the run records of it (EVI-3). */
export function gateRows(
  { spec }: Pick<TimelineData, 'spec'>,
  decision: Pick<Decision, 'gated'> | null,
  block: BlockId,
): GateRow[] {
  const switches = new Map(Object.entries(spec.config.eviction.gates))
  const gated = decision?.gated ?? null
  return Object.values(gates).map(({ name, label, meaning, always }) => {
    const held = gated?.filter((one) => one.gates.includes(name)) ?? null
    return {
      name,
      label,
      meaning,
      always,
      on: always || switches.get(name) !== false,
      holds: held?.some((one) => one.block === block) ?? null,
      held: held?.length ?? null,
    }
  })
}

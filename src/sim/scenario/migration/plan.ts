import type { Chance } from '../telling/chance.ts'
import { CLIENTS } from '../text/clients.ts'
import type { ClientSpec } from '../text/clients.ts'
import { MIGRATION_CHOICES, MIGRATION_RULES } from '../text/constraints.ts'
import type { ConstraintTemplate } from '../text/constraints.ts'
import { DECISIONS, WRAPPER_FAULTS } from '../text/migration.ts'
import type { WrapperFault } from '../text/migration.ts'

/** What the structure stream decides about a migration before any text is written. */
export interface MigrationPlan {
  /** Clients in the order of their migration. */
  readonly clients: readonly ClientSpec[]
  /** The bug found by the test of its client; the whole suite finds the other two. */
  readonly early: WrapperFault
  readonly late: readonly WrapperFault[]
  /** Rules of the first, second and third message of the user. */
  readonly rules: readonly (readonly ConstraintTemplate[])[]
  readonly decisions: readonly (typeof DECISIONS)[number][]
  /** Clients that are migrated in two steps. */
  readonly halved: ReadonlySet<string>
  /** Names of the optional steps, the preferred ones first. */
  readonly extras: readonly string[]
}

export function planMigration(chance: Chance, extras: readonly string[]): MigrationPlan {
  const draws = chance('structure', 'plan')
  const faults = draws.shuffle(WRAPPER_FAULTS)
  const early = faults[0]
  if (early === undefined) throw new Error('the wrapper has no faults')
  const late = faults.slice(1, 3)
  const others = draws.shuffle(CLIENTS).filter((it) => it.name !== early.client)
  const found = CLIENTS.filter((it) => it.name === early.client)
  const before = draws.integer(0, 2)
  const clients = [...others.slice(0, before), ...found, ...others.slice(before)]
  const choices = draws.shuffle(MIGRATION_CHOICES.filter((it) => it.id !== 'flag'))
  const flag = MIGRATION_CHOICES.filter((it) => it.id === 'flag')
  const first = draws.integer(0, 2)
  const third = draws.integer(0, 1)
  return {
    clients,
    early,
    late,
    rules: [
      [...MIGRATION_RULES, ...flag, ...choices.slice(0, first)],
      choices.slice(first, first + 1),
      choices.slice(first + 1, first + 1 + third),
    ],
    decisions: draws.shuffle(DECISIONS).slice(0, 3),
    halved: new Set(draws.shuffle(clients.map((it) => it.name)).slice(0, 2)),
    extras: draws.shuffle(extras),
  }
}

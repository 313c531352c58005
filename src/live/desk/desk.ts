import { stream } from '../../engine/internal.ts'
import type { World } from '../live.ts'
import told from './desk.json' with { type: 'json' }

const SEED = 20260310
/** Sentences of a letter. */
const SENTENCES = 7

/** The desk of a mail-order shop: its rules for paying back, its orders, and a letter for each ticket. */
export const { rules, columns, orders, tickets } = told

let made: World | null = null

/** The files of that desk. The same bytes each time. */
export function desk(): World {
  made ??= {
    files: new Map<string, string>([
      ['desk/orders.csv', `${[columns.join(','), ...orders].join('\n')}\n`],
      ['desk/rules.md', `${rules.join('\n')}\n`],
      ...tickets.map(({ name, order, reason }): [string, string] => {
        const random = stream(SEED, name)
        const letter = random.shuffle(told.letters).slice(0, SENTENCES).join(' ')
        return [`desk/tickets/${name}.md`, `order: ${order}\nreason: ${reason}\n\n${letter}\n`]
      }),
    ]),
  }
  return made
}

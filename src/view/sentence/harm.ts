import { LEAST_HARM } from '../../sim/internal.ts'
import type { Harm } from '../../sim/internal.ts'
import { counted, decimal } from './format.ts'

/** What each harm is, and that there is none. */
export const HARM_TEXT: Readonly<
  Record<Harm, { readonly meaning: string; readonly none: (least: number) => string }>
> = Object.freeze({
  thrash: {
    meaning: 'evicting what is needed again within 10 turns',
    none: () => 'nothing that it evicted was needed again within 10 turns.',
  },
  goal: {
    meaning: 'losing the goal',
    none: () => 'no turn that needed the goal was without it.',
  },
  cost: {
    meaning: 'costing more than sending everything',
    none: (least) => `it was never ${Math.round(least * 100)} % more expensive than sending everything.`,
  },
  needs: {
    meaning: 'lacking needed context that another lane has',
    none: () => 'it lacked no more needed blocks than the other lane.',
  },
})

/** How much of a harm there is. */
export function harmText(harm: Harm, value: number): string {
  switch (harm) {
    case 'thrash':
      return `${counted(value, 'block')} evicted and needed again within 10 turns`
    case 'goal':
      return `${counted(value, 'turn')} without the goal`
    case 'cost':
      return `${decimal(value * 100, 1)} % more expensive than sending everything`
    case 'needs':
      // A need that is met in part counts a half.
      return `${Number.isInteger(value) ? counted(value, 'needed block') : `${decimal(value, 1)} needed blocks`} fewer than in the other lane`
  }
}

/** That a lane does a harm in none of the conversations that were tried. */
export function harmlessText(lane: string, tries: number, harm: Harm): string {
  return `${lane} does badly in none of ${counted(tries, 'conversation')}: ${HARM_TEXT[harm].none(LEAST_HARM[harm])}`
}

import type { Generated, Harm } from '../../sim/internal.ts'
import { counted, delta } from './format.ts'

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
      return `${delta(value * 100, 1)} % beside the cost of sending everything`
    case 'needs':
      return `${delta(value, 1)} needed blocks lacking, beside the other lane`
  }
}

/** What the command line calls a generated conversation. */
export function inputOf({ scenario, seed, overrides }: Generated): string {
  const all = Object.entries({ seed, ...overrides }).map(([key, value]) => `${key}=${value}`)
  return `scenario:${scenario}?${all.join('&')}`
}

import { step } from '../catalogue/plan.ts'
import { sectionsOf } from '../pipeline/sections.ts'
import { stages } from '../catalogue/list.ts'
import { planned } from './planned.ts'

/** Any list of stages (PIPE-1): each acts in its turn, where its condition holds. */
export const pipeline = planned({
  name: 'pipeline',
  label: 'Pipeline',
  meaning: 'The stages that the section pipeline lists, in its order, each where its condition holds.',
  endsAtOverflow: false,
  // Those of every stage; what one config reads depends on the stages that it lists.
  sections: sectionsOf(Object.keys(stages).map((name) => step(name))),
  plan: ({ pipeline }) => pipeline,
})

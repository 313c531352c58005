import { listed } from '../../../view/index.ts'
import texts from './words.json' with { type: 'json' }

export const CHALLENGE_TEXT = Object.freeze({
  ...texts,
  /** @param lanes labels of lanes that meet no condition whatever their figures are */
  unfit: (lanes: readonly string[]) =>
    `${listed(lanes)}: not every request fitted the window, so these figures do not count.`,
  /** @param lane the label of the first lane that meets all conditions */
  solved: (lane: string, conditions: number) =>
    conditions === 1
      ? `Solved: ${lane} meets the condition.`
      : `Solved: ${lane} meets all ${conditions} conditions.`,
})

import texts from './words.json' with { type: 'json' }

export const CHALLENGE_TEXT = Object.freeze({
  ...texts,
  /** @param lane the label of the first lane that meets all conditions */
  solved: (lane: string, conditions: number) =>
    conditions === 1
      ? `Solved: ${lane} meets the condition.`
      : `Solved: ${lane} meets all ${conditions} conditions.`,
})

import texts from './words.json' with { type: 'json' }

export const LESSON_TEXT = Object.freeze({
  ...texts,
  tally: (right: number, asked: number) => `${right} of ${asked} right`,
})

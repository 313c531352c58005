import { counted, whole } from '../../../../view/index.ts'

export const LINEAGE_TEXT = Object.freeze({
  title: 'Lineage',
  heirs: 'Continued in',
  step: (stage: string) => `by ${stage}`,
  ancestors: (count: number, cut: boolean) =>
    `Made of ${cut ? 'at least ' : ''}${counted(count, 'block')}, at all depths`,
  more: (count: number) => `(${whole(count)} more went into it)`,
  showMore: (count: number) => `Show ${whole(count)} more`,
  loading: 'Loading both texts …',
  failed: 'The texts could not be loaded.',
  compare: 'Compare the texts',
  hide: 'Hide',
  kept: (share: string) => `${share} of its words are in the result.`,
  keptNone: 'None of its words are in the result.',
  tooLong: 'These texts are too long to compare word by word.',
  before: 'before',
  after: 'the result',
})

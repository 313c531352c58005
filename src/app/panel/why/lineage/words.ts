import { counted, whole } from '../../../../view/index.ts'

export const LINEAGE_TEXT = Object.freeze({
  title: 'Lineage',
  heirs: 'Went on in',
  step: (stage: string) => `by ${stage}`,
  ancestors: (count: number, cut: boolean) =>
    `Made of ${cut ? 'at least ' : ''}${counted(count, 'block')}, at all depths`,
  more: (count: number) => `(${whole(count)} more went into it)`,
  showMore: (count: number) => `Show ${whole(count)} more`,
  loading: 'Asking for both texts …',
  failed: 'The texts could not be loaded.',
  compare: 'Compare the texts',
  hide: 'Hide',
  kept: (share: string) => `${share} of its words stand in what it went into.`,
  keptNone: 'None of its words stands in what it went into.',
  tooLong: 'These texts are too long to compare word by word.',
  before: 'before',
  after: 'what it went into',
})

import { whole } from '../../../view/index.ts'

export const SHEET_TEXT = Object.freeze({
  yes: 'yes',
  no: '',
  noRows: 'No rows.',
  first: 'First',
  back: 'Back',
  next: 'Next',
  last: 'Last',
  page: (from: number, to: number, rows: number) => `rows ${whole(from)} to ${whole(to)} of ${whole(rows)}`,
})

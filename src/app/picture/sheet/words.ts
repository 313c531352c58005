import { whole } from '../../../view/index.ts'

export const SHEET_TEXT = Object.freeze({
  yes: 'yes',
  no: '',
  noRows: 'No rows.',
  page: (from: number, to: number, rows: number) => `rows ${whole(from)} to ${whole(to)} of ${whole(rows)}`,
})

/** What measures claims, for the command line: the page needs only what is stored. */

export { measureClaims } from './measure.ts'
export { toldText } from './text.ts'

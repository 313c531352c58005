/** The public surface, and what other layers of this repository need beside it: the page loads both as one. */

export * from './index.ts'
export { configSpec, sectionsRead } from './declaration.ts'
export { keyPlaces } from './text/key-at.ts'

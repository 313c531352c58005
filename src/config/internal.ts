/** The public surface, plus what other layers of this repository need: the page loads both as one. */

export * from './index.ts'
export { configSpec, sectionsRead } from './declaration.ts'
export { keyPlaces } from './text/key-at.ts'
export { nearestName } from './wording.ts'
export { mainSettings, numbersRead } from './main-settings.ts'
export { runSettings } from './settings.ts'
export { isPreset } from './preset/list.ts'
export { yamlValue } from './text/value.ts'

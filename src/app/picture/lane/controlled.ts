// Loaded when somebody first focuses a setting.
export { controlledBy } from '../../../view/index.ts'

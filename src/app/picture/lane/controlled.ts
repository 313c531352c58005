// Loaded when somebody first looks at a setting.
export { controlledBy } from '../../../view/index.ts'

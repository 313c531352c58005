/** By itself, because the first script does without it. */
export { redaction } from '../../../sim/internal.ts'

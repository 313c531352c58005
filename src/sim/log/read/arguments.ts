import type { Json } from '../../../engine/index.ts'
import { valueOf } from '../json/parse.ts'
import type { Report } from './report.ts'

/** Arguments are JSON in a string and need not be valid: then the very string is kept, for the model to see it as it was. */
export function argumentsOf(value: Json | undefined, path: string, report: Report): Json {
  if (typeof value !== 'string') return value ?? {}
  const parsed = valueOf(value)
  // other text than JSON is what some tools take
  if (parsed === undefined && /^\s*[[{]/.test(value)) report.brokenArguments(path, value)
  return parsed === undefined || typeof parsed === 'string' ? value : parsed
}

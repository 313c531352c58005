import { rewrittenTokens as rewrittenOf } from '../timeline/rewritten.ts'
import type { Metric } from './metric.ts'

export const rewrittenTokens: Metric = {
  id: 'rewritten-tokens',
  label: 'Cached tokens rewritten',
  unit: 'tokens',
  kind: 'tokens',
  direction: 'down',
  meaning:
    'Tokens that stood behind the first place an edit changed and had been sent just so: a prompt cache has to write them again.',
  value: rewrittenOf,
}

import { families } from '../../llm/index.ts'
import type { Factor, TokenFamily } from '../../llm/index.ts'
import type { CounterName } from '../../engine/index.ts'
import { modelOf } from './model-of.ts'
import type { Trace } from './trace.ts'

/** What the counts of a log are multiplied by where it recorded no usage, and what that was measured on (TOK-5). */
export interface CountFactor extends Factor {
  readonly family: Pick<TokenFamily, 'name' | 'label' | 'logs' | 'calls' | 'source' | 'dated'>
}

/** The factor of the model that made a log; null where the log names no model, or nobody measured its tokenizer by this counter. */
export function factorOf(trace: Trace, counter: CounterName): CountFactor | null {
  const { known } = modelOf(trace)
  const family = known?.family === undefined ? undefined : families.get(known.family)
  const factor = family?.factors[counter]
  if (family === undefined || factor === undefined) return null
  const { name, label, logs, calls, source, dated } = family
  return { ...factor, family: { name, label, logs, calls, source, dated } }
}

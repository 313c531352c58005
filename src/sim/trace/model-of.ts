import { familyOf, knownModel } from '../../llm/index.ts'
import type { Factor, TokenFamily, KnownModel } from '../../llm/index.ts'
import type { CounterName, Tokens } from '../../engine/index.ts'
import type { Trace } from './trace.ts'

/** The common part of every catalogue entry: its key, as a type of its own. */
interface Named<Name extends string = string> {
  readonly name: Name
}

/** A list by the names of its entries, in its order. */
export function named<const Entry extends Named>(
  list: readonly Entry[],
): { readonly [Name in Entry['name']]: Extract<Entry, Named<Name>> } {
  return Object.freeze(Object.fromEntries(list.map((entry) => [entry.name, entry]))) as never
}

/** The factor for the counts of a log without recorded usage, and the data on which it was measured (TOK-5). */
export interface CountFactor extends Factor {
  readonly family: Pick<TokenFamily, 'name' | 'label' | 'logs' | 'calls' | 'source' | 'dated'>
}

/**
 * The factor of the model that made a log; null if the log names no model, or its tokenizer was not measured with this
 * counter.
 */
export function factorOf(trace: Trace, counter: CounterName): CountFactor | null {
  const { known } = modelOf(trace)
  const family = known?.family === undefined ? undefined : familyOf(known.family)
  const factor = family?.factors[counter]
  if (family === undefined || factor === undefined) return null
  const { name, label, logs, calls, source, dated } = family
  return { ...factor, family: { name, label, logs, calls, source, dated } }
}

/** The model that made a log, and what is known about it. */
export interface TraceModel {
  /** As the log names it; null if it names none. */
  readonly name: string | null
  /** The entry in the table of models; null for a name that is not there. */
  readonly known: KnownModel | null
  /**
   * Size of its window in tokens: as the log's own client recorded it, else from the table; null if unknown. A client
   * may use less than the model has.
   */
  readonly window: Tokens | null
  readonly windowFrom: 'log' | 'table' | null
}

/**
 * The model that made a conversation: the one that most calls of the main window and its continuations name; of two
 * with equally many, the earlier. If the calls name none, the model that the file names for all of its calls.
 */
export function modelOf(trace: Trace): TraceModel {
  const name = mostNamed(trace) ?? trace.model ?? null
  const known = name === null ? null : knownModel(name)
  const stated = trace.contextWindow ?? null
  const window = stated ?? known?.window ?? null
  const windowFrom = stated !== null ? 'log' : window !== null ? 'table' : null
  return { name, known, window, windowFrom }
}

function mostNamed({ turns, windows }: Trace): string | null {
  const main = new Set(windows.flatMap(({ id, kind }) => (kind === 'subagent' ? [] : [id])))
  const calls = new Map<string, number>()
  for (const { window, model } of turns) {
    if (model !== null && main.has(window)) calls.set(model, (calls.get(model) ?? 0) + 1)
  }
  let most: string | null = null
  for (const [model, count] of calls) if (most === null || count > (calls.get(most) ?? 0)) most = model
  return most
}

import { families, knownModel } from '../../llm/index.ts'
import type { Factor, TokenFamily, KnownModel } from '../../llm/index.ts'
import type { CounterName, Tokens } from '../../engine/index.ts'
import type { Trace } from './trace.ts'

/** What every entry of a catalogue has: its key there, a type of its own. */
interface Named<Name extends string = string> {
  readonly name: Name
}

/** A list by the names of its entries, in its order. */
export function named<const Entry extends Named>(
  list: readonly Entry[],
): { readonly [Name in Entry['name']]: Extract<Entry, Named<Name>> } {
  return Object.freeze(Object.fromEntries(list.map((entry) => [entry.name, entry]))) as never
}

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

/** Which model made a log, and what is known of it. */
export interface TraceModel {
  /** As the log names it; null where it names none. */
  readonly name: string | null
  /** What the table of models knows of it; null for a name that it does not hold. */
  readonly known: KnownModel | null
  /**
   * Tokens of its window: as the log's own client stated it, else by the table; null where neither tells. A client may keep
   * to less than the model has.
   */
  readonly window: Tokens | null
  readonly windowFrom: 'log' | 'table' | null
}

/**
 * The model that made a conversation: of the main window, its continuations included, the one that most calls name; of
 * two with as many, the earlier. A file that names one model for all of its calls is believed where the calls name none.
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

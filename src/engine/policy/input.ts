import type { Block } from '../core/message/block.ts'
import type { Ratio } from '../core/units.ts'
import type { Input, InputPart } from './decision.ts'
import type { Signal, SignalContext, Term } from './signals/signal.ts'

/**
 * What the values of blocks were made from, for the full table of a decision (EDIT-1): every signal is asked
 * at the same moment, with the same context, as when the blocks were ranked.
 *
 * @param values of each term, in the order of the blocks
 * @returns the inputs of a block by its place, in the order of the terms
 */
export function inputsOf(
  terms: readonly Term[],
  values: readonly ArrayLike<Ratio>[],
  blocks: readonly Block[],
  context: SignalContext,
): (place: number) => readonly Input[] {
  const columns = terms.map(({ signal }, index) => inputColumn(signal, values[index] ?? [], blocks, context))
  return (place) => columns.map((column) => column(place))
}

function inputColumn(
  signal: Signal,
  values: ArrayLike<Ratio>,
  blocks: readonly Block[],
  context: SignalContext,
): (place: number) => Input {
  const terms = signal.terms ?? []
  const parts = terms.map((term) => partColumn(term, blocks, context))
  return (place) => {
    const block = blocks[place]
    const measure = block === undefined ? null : signal.measure?.(block, values[place] ?? 0, context)
    return { measure: measure ?? null, parts: parts.map((part) => part(place)) }
  }
}

function partColumn(
  { signal, weight }: Term,
  blocks: readonly Block[],
  context: SignalContext,
): (place: number) => InputPart {
  const values = signal.values(blocks, context)
  const input = inputColumn(signal, values, blocks, context)
  return (place) => ({ signal: signal.name, weight, value: values[place] ?? 0, ...input(place) })
}

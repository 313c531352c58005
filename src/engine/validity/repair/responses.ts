import type { Json } from '../../core/message/message.ts'
import {
  answeredId,
  blocksOf,
  calledId,
  isItemRole,
  isMessageItem,
  mayHoldBlock,
  typeOfBlock,
  looseItems,
  repeatedItems,
} from '../rule/openai-responses.ts'
import type { Repair, RepairAction } from '../rule/violation.ts'
import type { ResponsesItem } from '../../core/message/request.ts'
import { MADE_UP_RESULT, numbered } from './pairs.ts'
import { REMOVED } from './roles.ts'

/** An item during the repair. `index` is its place in the input, -1 for an inserted one. */
interface Slot {
  readonly index: number
  readonly value: ResponsesItem
}

/** A call and the output that answers it. */
interface Call {
  slot: Slot
  output: Slot | null
}

/**
 * Makes a list of items valid: the rules of `repairPairs` with the places of that shape. `continues`: the calls of its
 * first outputs may be in a response that the list continues. Linear.
 */
export function repairResponses(
  input: readonly ResponsesItem[],
  continues: boolean,
): { items: ResponsesItem[]; repairs: Repair[] } {
  const repairs: Repair[] = []
  const repeated = repeatedItems(input)
  for (const [index, id] of repeated) {
    const reason = `An earlier item has the id ${id}.`
    repairs.push({ rule: 'duplicate-item', action: 'drop-message', index, ids: [], reason })
  }
  const slots = input.flatMap((item, index) =>
    repeated.has(index) ? [] : (fitting({ index, value: item }, repairs) ?? []),
  )
  const paired = inPairs(slots, continues, repairs)
  const items = withoutLoose(paired, repairs)
  if (items.length === 0 && !continues) {
    const reason = 'No item was left.'
    const index = input.length
    repairs.push({ rule: 'no-messages', action: 'insert-user', index, ids: [], text: REMOVED, reason })
    items.push({ type: 'message', role: 'user', content: REMOVED })
  }
  return { items, repairs }
}

/** A message with only the content that its role may have, and every other item unchanged; null if nothing is left. */
function fitting(slot: Slot, repairs: Repair[]): Slot | null {
  const { index, value } = slot
  if (!isMessageItem(value)) return slot
  const note = (rule: string, action: RepairAction, reason: string, part?: number): void => {
    repairs.push({ rule, action, index, ...(part === undefined ? {} : { part }), ids: [], reason })
  }
  const isKnown = isItemRole(value.role)
  // As a user message it would be empty, and not even recognizable as an item.
  if (!isKnown && Array.isArray(value.content) && value.content.length === 0) {
    note('empty-message', 'drop-message', 'The message is empty.')
    return null
  }
  const role = isKnown ? value.role : 'user'
  if (!isKnown) note('unknown-role', 'change-role', `There is no role ${String(value.role)}.`)
  if (typeof value.content === 'string') return isKnown ? slot : { index, value: { ...value, role: 'user' } }
  if (!Array.isArray(value.content)) {
    note('empty-message', 'drop-message', 'The message is empty.')
    return null
  }
  const blocks = blocksOf(value)
  const kept = blocks.filter((block: Json, part) => {
    const type = typeOfBlock(block)
    if (mayHoldBlock(role, type)) return true
    note(
      'part-role',
      'drop-part',
      `A message of role ${role ?? ''} holds no part of type ${type ?? ''}.`,
      part,
    )
    return false
  })
  if (kept.length === 0 && blocks.length > 0) return null
  if (isKnown && kept.length === blocks.length) return slot
  return { index, value: { ...value, ...(role === undefined ? {} : { role }), content: kept } }
}

/** Gives every call its own id and an output after it, and every output its call. */
function inPairs(slots: readonly Slot[], continues: boolean, repairs: Repair[]): Slot[] {
  const taken = new Set<string>()
  for (const { value } of slots) taken.add(calledId(value) ?? (continues ? answeredId(value) : null) ?? '')
  /** The newest call of each original id, and how often the id occurred. */
  const newest = new Map<string, Call>()
  const count = new Map<string, number>()
  const calls = new Map<Slot, Call>()
  const kept: Slot[] = []
  for (const slot of slots) {
    const called = calledId(slot.value)
    const answered = answeredId(slot.value)
    if (called !== null) {
      const call: Call = { slot, output: null }
      if (newest.has(called)) call.slot = renamed(slot, called, freshId(called, taken, count), repairs)
      newest.set(called, call)
      calls.set(call.slot, call)
      kept.push(call.slot)
    } else if (answered !== null) {
      const call = newest.get(answered)
      if (call === undefined || call.output !== null) {
        if (call === undefined && continues) {
          newest.set(answered, { slot, output: slot })
          kept.push(slot)
        } else lost(slot, answered, call === undefined, repairs)
        continue
      }
      const own = calledId(call.slot.value) ?? answered
      call.output = own === answered ? slot : renamed(slot, answered, own, repairs)
      kept.push(call.output)
    } else kept.push(slot)
  }
  const madeUp = new Map<Slot, Slot[]>()
  for (const [call, anchor] of anchors(kept, calls)) {
    const list = madeUp.get(anchor) ?? []
    list.push(madeUpResult(call, anchor.index, repairs))
    madeUp.set(anchor, list)
  }
  return kept.flatMap((slot) => [slot, ...(madeUp.get(slot) ?? [])])
}

/**
 * For each call without an output, the item after which a made-up one is inserted: the output of the previous call in
 * the same batch, if the outputs directly follow the batch, or the call itself.
 */
function anchors(slots: readonly Slot[], calls: ReadonlyMap<Slot, Call>): Map<Slot, Slot> {
  const found = new Map<Slot, Slot>()
  for (let at = 0; at < slots.length;) {
    const batch: (readonly [Slot, Call])[] = []
    for (let slot = slots[at]; slot !== undefined; slot = slots[(at += 1)]) {
      const call = calls.get(slot)
      if (call !== undefined) batch.push([slot, call])
      else if (batch.length === 0 || slot.value.type !== 'reasoning') break
    }
    const outputs = new Set<Slot>()
    for (let slot = slots[at]; slot !== undefined; slot = slots[(at += 1)]) {
      if (calls.has(slot) || (batch.length > 0 && answeredId(slot.value) === null)) break
      outputs.add(slot)
    }
    let anchor: Slot | null = null
    for (const [slot, { output }] of batch) {
      if (output === null) found.set(slot, anchor ?? slot)
      else if (outputs.has(output)) anchor = output
    }
  }
  return found
}

function freshId(id: string, taken: Set<string>, count: Map<string, number>): string {
  let nth = count.get(id) ?? 2
  while (taken.has(numbered(id, nth))) nth += 1
  count.set(id, nth + 1)
  const fresh = numbered(id, nth)
  taken.add(fresh)
  return fresh
}

function renamed(slot: Slot, id: string, text: string, repairs: Repair[]): Slot {
  const { index, value } = slot
  const reason = `An earlier call has the id ${id}.`
  repairs.push({ rule: 'duplicate-call', action: 'rename-call', index, part: 0, ids: [id], text, reason })
  return { index, value: { ...value, call_id: text } }
}

function lost({ index }: Slot, id: string, isOrphan: boolean, repairs: Repair[]): void {
  const rule = isOrphan ? 'orphan-result' : 'duplicate-result'
  const reason = isOrphan ? 'No call before it waits for this result.' : 'The call has a result already.'
  repairs.push({ rule, action: 'drop-message', index, ids: [id], reason })
}

function madeUpResult({ value }: Slot, index: number, repairs: Repair[]): Slot {
  const id = calledId(value) ?? ''
  const reason = `No result of the call ${id} is there.`
  const note = { rule: 'unanswered-call', action: 'insert-result', index, ids: [id] } as const
  repairs.push({ ...note, text: MADE_UP_RESULT, reason })
  return { index: -1, value: { type: `${value.type ?? ''}_output`, call_id: id, output: MADE_UP_RESULT } }
}

/** Drops the reasoning that no item of the model follows. */
function withoutLoose(slots: readonly Slot[], repairs: Repair[]): ResponsesItem[] {
  const loose = new Set(looseItems(slots.map(({ value }) => value)))
  return slots.flatMap(({ index, value }, at) => {
    if (!loose.has(at)) return [value]
    const reason = 'Nothing follows that this reasoning led to.'
    repairs.push({ rule: 'loose-reasoning', action: 'drop-message', index, ids: [], reason })
    return []
  })
}

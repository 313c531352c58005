import type { Block } from '../core/message/block.ts'
import type { Message, ThinkingConfig } from '../core/message/message.ts'
import { repaired } from '../validity/repair.ts'
import { violationsOf } from '../validity/validate.ts'
import type { AnthropicRequest } from '../core/message/request.ts'
import type { Repair, Violation } from '../validity/rule/violation.ts'
import type { BlockId, Tokens, Turn } from '../core/units.ts'
import { assemble } from '../core/window/assemble.ts'
import type { Assembled, ContentSource } from '../core/window/assemble.ts'
import { applyChanges } from '../core/window/change.ts'
import type { Applied, Change } from '../core/window/change.ts'
import { entryFromEnd, isProviderSummary } from '../core/window/window.ts'
import type { Behind, BlockTable, Entry, Window } from '../core/window/window.ts'
import type { FoundViolation } from './record.ts'
import { changesOfRepairs } from './repair-changes.ts'
import { BUDGET_PARTS } from '../budget/budget.ts'
import type { BudgetCheck, BudgetPart } from '../budget/budget.ts'
import type { Ledger } from '../core/window/ledger.ts'
import { plus, sumOfArrivals } from './arrivals.ts'
import type { Arrivals } from './arrivals.ts'

/** What is needed to validate a window. */
interface ValidityResources {
  readonly block: BlockTable
  readonly content: ContentSource
  readonly messageOverhead: Tokens
  readonly store: (text: string) => number
  readonly makeBlock: (block: Omit<Block, 'id'>) => Block
  readonly count: (text: string) => Tokens
  /** How the request lets the model think; missing: unspecified. */
  readonly thinking?: ThinkingConfig | undefined
  /** The same for the request of an earlier turn. */
  readonly thinkingIn?: ((turn: Turn) => ThinkingConfig | undefined) | undefined
  readonly inherited: (violation: Violation, blocks: readonly BlockId[]) => boolean
}

/**
 * Whether a valid window without edits is still valid. It is, unless the additions break a rule, and all rules except
 * those on duplicate ids look at neighbours. So only the last reply and the new inputs are checked; checking the whole
 * window in every turn would take most of the time of a run. A request that newly switches thinking on or off does so
 * for the whole running loop.
 */
export function staysValid(window: Window, turn: Turn, resources: ValidityResources): boolean {
  const { block, content } = resources
  const tail = tailOf(window, turn, block)
  if (tail === null || asksOtherwise(tail, resources)) return false
  const { messages } = assemble({ id: window.id, entries: tail, used: window.used }, block, content)
  // The tail opens with the reply, which is not a violation of the whole request. Its loop began before.
  return violationsOf(requestOf(messages, resources), 'anthropic', MESSAGES_ALONE).every(
    ({ rule, index }) => (rule === 'first-role' && index === 0) || rule === 'loop-thinking',
  )
}

/** Whether a request switches thinking on or off, and the previous one did not. */
function asksOtherwise(
  [reply]: readonly Entry[],
  { block, thinking, thinkingIn }: ValidityResources,
): boolean {
  if (reply === undefined || (thinking?.type !== 'enabled' && thinking?.type !== 'disabled')) return false
  return thinkingIn !== undefined && thinkingIn(block(reply.block).turn)?.type !== thinking.type
}

/** Ids and arguments of calls are made fit for the API when the request is written. */
export const WRITTEN_LATER = { calls: 'ignored' } as const
/** So are tools, which are sent separately. */
export const MESSAGES_ALONE = { ...WRITTEN_LATER, tools: 'ignored' } as const

function requestOf(
  messages: readonly Message[],
  { thinking }: Pick<ValidityResources, 'thinking'>,
): AnthropicRequest {
  return thinking === undefined ? { messages } : { messages, thinking }
}

/** One repair of a window as an edit (VALID-2). */
interface RepairEdit {
  readonly changes: readonly Change[]
  readonly repairs: readonly Repair[]
  readonly applied: Applied
}

/** Finds what the provider would reject, and the edits that repair it. */
export function repairWindow(
  start: Window,
  turn: Turn,
  resources: ValidityResources,
): { readonly found: readonly FoundViolation[]; readonly edits: readonly RepairEdit[] } {
  const found: FoundViolation[] = []
  const edits: RepairEdit[] = []
  let window = start
  // One repair can require another (an emptied message, a new first role); three rounds are enough for any list.
  for (let round = 0; round < 3; round++) {
    const request = judged(window, resources)
    // If a request is checked only from a seam on, the beginning of its loop is missing: it was checked before.
    const asked = request.isWhole ? requestOf(request.messages, resources) : { messages: request.messages }
    const violations = violationsOf(asked, 'anthropic', MESSAGES_ALONE)
    if (violations.length === 0) break
    if (round === 0) {
      for (const violation of violations) {
        const blocks = blocksOf(violation, request.origin)
        const origin = resources.inherited(violation, blocks) ? 'trace' : 'strategy'
        found.push({ rule: violation.rule, message: violation.message, blocks, origin })
      }
    }
    const { repairs } = repaired(asked, 'anthropic', MESSAGES_ALONE)
    const changes = changesOfRepairs(repairs, request, window, turn, resources)
    if (changes.length === 0) break
    const applied = applyChanges(window, changes, resources.messageOverhead, resources.block)
    edits.push({ changes, repairs, applied })
    window = applied.window
  }
  return { found, edits }
}

/**
 * The part of the request in which an edit can have broken something. Entries behind a compaction by the provider are
 * sent in every turn and were checked before they got there, so they are not walked again. Checked are the entries in
 * the prompt, and the seam: the last reply before the summary with what followed it, which no earlier turn has checked.
 * If a call has an id for the second time, everything is checked, because the first may be anywhere.
 */
function judged(
  window: Window,
  { block, content }: ValidityResources,
): Assembled & { readonly isWhole: boolean } {
  const { id, entries, behind, used } = window
  const repeats = entries.some((entry) => isRepeated(block(entry.block)))
  const seam = behind?.sent === true && !repeats ? seamOf(behind, block) : null
  if (seam === null) return { ...assemble(window, block, content), isWhole: true }
  const list = [...seam.entries, ...entries].sort((a, b) => a.order - b.order || a.block - b.block)
  const request = assemble({ id, entries: list, used }, block, content)
  if (request.messages[0]?.role !== 'assistant') return { ...request, isWhole: false }
  // The user message before the cut opens the request, and is not a violation.
  return {
    ...request,
    isWhole: false,
    messages: [{ role: 'user', content: '…' }, ...request.messages],
    origin: [[seam.before], ...request.origin],
  }
}

function isRepeated({ type, call }: Block): boolean {
  return type === 'tool_call' && call !== null && call.before !== null
}

/** The last reply that the provider's newest compaction absorbed, with what followed it; null if there is none. */
function seamOf(
  behind: Behind,
  table: BlockTable,
): { readonly entries: readonly Entry[]; readonly before: BlockId } | null {
  const isSent = ({ state }: Entry): boolean => state === 'server_cleared'
  let batch: Behind | undefined = behind
  while (batch !== undefined && !batch.moved.some(isSent)) batch = batch.earlier
  const sent = (batch?.moved ?? []).filter((entry) => isSent(entry) && !isProviderSummary(table(entry.block)))
  const reply = sent.findLastIndex(({ block }) => table(block).role === 'assistant')
  const message = sent[reply]?.message
  const before = sent.findLastIndex((entry, at) => at < reply && entry.message !== message)
  const last = sent[before]
  return last === undefined ? null : { entries: sent.slice(before + 1), before: last.block }
}

/** The last reply and what followed it; null if a rule that looks further back could apply. */
function tailOf(window: Window, turn: Turn, table: BlockTable): readonly Entry[] | null {
  const tail: Entry[] = []
  const next = (): Entry | undefined => entryFromEnd(window, tail.length)
  let entry = next()
  for (; entry !== undefined && table(entry.block).turn === turn; entry = next()) tail.push(entry)
  if (entry === undefined) return null
  const reply = table(entry.block)
  if (reply.role !== 'assistant') return null
  for (; entry?.message === reply.message; entry = next()) tail.push(entry)
  const far = tail.some(({ block: id }) => {
    const { role, type, call } = table(id)
    return role === 'system' || (type === 'tool_call' && call !== null && call.before !== null)
  })
  return far ? null : tail.reverse()
}

/** The blocks of a violation: the part that it names, or the whole message. */
function blocksOf(violation: Violation, origin: readonly (readonly BlockId[])[]): readonly BlockId[] {
  const parts = origin[violation.index] ?? []
  const part = violation.part === undefined ? undefined : parts[violation.part]
  return part === undefined ? parts : [part]
}

/** The budget's verdict on an addition to one part, and how many tokens that part gets. */
interface AdditionCheck {
  readonly tokens: Tokens
  readonly check: BudgetCheck
}

/**
 * The checks of an addition that were not simply allowed: for each component that it adds to, and for the whole window
 * (BUD-2).
 */
export function checksOf(
  added: Arrivals,
  ask: (part: BudgetPart, tokens: Tokens) => BudgetCheck | null,
): AdditionCheck[] {
  return BUDGET_PARTS.flatMap((part) => {
    const tokens = part === 'total' ? sumOfArrivals(added) : added[part]
    const check = tokens === 0 ? null : ask(part, tokens)
    return check === null || check.verdict === 'allowed' ? [] : [{ tokens, check }]
  })
}

/** The account of a window after the waiting blocks have been added. */
export function withWaiting(ledger: Ledger, waiting: Arrivals): Ledger {
  const used = ledger.used + sumOfArrivals(waiting)
  return {
    ...ledger,
    used,
    free: ledger.limit - used - ledger.reserve,
    utilization: used / ledger.limit,
    byComponent: plus(ledger.byComponent, waiting),
  }
}

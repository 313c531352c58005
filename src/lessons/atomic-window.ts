import type { AsWritten } from './entry.ts'

/** As much of a message as the code of “Sliding Message Window” looks at. */
export interface MessageAsWritten {
  readonly system: boolean
  /** Ids of the calls, and of the calls that results answer. */
  readonly calls: readonly string[]
  readonly results: readonly string[]
}

export interface WindowAsWritten {
  readonly maxMessages: number
  readonly preserveSystem: boolean
  readonly minRecentKeep: number
  /** Declared beside the others, and read by nobody. */
  readonly maxTokens?: number
  readonly tokenThreshold?: number
}

/** The other half of each message's pair: of several, the one that was found last. */
export function partnersAsWritten(list: readonly MessageAsWritten[]): ReadonlyMap<number, number> {
  const made = new Map<string, number>()
  for (const [at, { calls }] of list.entries()) for (const id of calls) made.set(id, at)
  const partners = new Map<number, number>()
  for (const [at, { results }] of list.entries()) {
    for (const id of results) {
      const call = made.get(id)
      if (call === undefined) continue
      partners.set(at, call)
      partners.set(call, at)
    }
  }
  return partners
}

/** Which messages the trim of “Sliding Message Window” takes out. */
export function droppedAsWritten(
  list: readonly MessageAsWritten[],
  { maxMessages, preserveSystem, minRecentKeep }: WindowAsWritten,
): ReadonlySet<number> {
  const gone = new Set<number>()
  const excess = list.length - maxMessages
  if (excess <= 0) return gone
  const partners = partnersAsWritten(list)
  const tail = list.length - minRecentKeep
  let count = 0
  for (let at = 0; at < list.length && count < excess; at++) {
    if (at >= tail || (preserveSystem && list[at]?.system === true)) continue
    const partner = partners.get(at)
    // A partner in the first place is 0, which counts as none.
    if (!partner) {
      gone.add(at)
      count += 1
    } else if (partner < maxMessages + count) {
      // The zone grows with what was dropped, and knows nothing of the tail. Each half gets here.
      gone.add(at)
      gone.add(partner)
      count += 2
    }
  }
  return gone
}

/** Two messages that are counted as four. */
export const pairCountedTwice = Object.freeze({
  name: 'pair_counted_twice',
  article: 'Sliding Message Window',
  rule: 'ATOM-1',
  defect: 'A pair adds two to what was dropped when its call is met, and two again when its result is.',
  harm: 'In a conversation of pairs only half of the intended messages leave: of 81, with 25 allowed, 52 stay.',
  fix: 'Messages are counted, once each, and those that stay are compared with the limit.',
  dropped: droppedAsWritten,
} satisfies AsWritten & Record<string, unknown>)

/** A border that comes nearer to the end with each drop. */
export const boundaryMoves = Object.freeze({
  name: 'boundary_moves',
  article: 'Sliding Message Window',
  rule: 'ATOM-1',
  defect:
    'A partner may be as far away as the limit plus the messages dropped so far, and the last messages are not considered.',
  harm: 'A result among those that min_recent_keep protects leaves with its old call.',
  fix: 'The last messages are protected together with their pairs before anything leaves.',
  dropped: droppedAsWritten,
} satisfies AsWritten & Record<string, unknown>)

/** The first place, taken for no place. */
export const indexZeroFalsy = Object.freeze({
  name: 'index_zero_falsy',
  article: 'Sliding Message Window',
  rule: 'PAIR-1',
  defect:
    'Whether a message has a partner is asked of the partner’s index, and the index of the first message is 0.',
  harm: 'The result of a call in the first message leaves alone once the call itself was kept, or is counted as a message without a pair.',
  fix: 'A group is looked up and compared with nothing else than a missing one.',
  dropped: droppedAsWritten,
} satisfies AsWritten & Record<string, unknown>)

/** A map that holds one partner for each message. */
export const onePartner = Object.freeze({
  name: 'one_partner',
  article: 'Sliding Message Window',
  rule: 'PAIR-1',
  defect:
    'Each message has one partner; where calls of one reply are answered in several messages, the last of them is remembered.',
  harm: 'The reply leaves with the last of its results, and the others answer a call that is gone.',
  fix: 'Groups are connected components: a reply, all of its results, and what they hang together with.',
  dropped: droppedAsWritten,
} satisfies AsWritten & Record<string, unknown>)

/** Settings for tokens that change nothing. */
export const tokenSettingsUnread = Object.freeze({
  name: 'token_settings_unread',
  article: 'Sliding Message Window',
  rule: 'ATOM-1',
  defect: 'The settings have max_tokens and token_threshold, and no line reads them.',
  harm: 'Twenty messages of 10,000 tokens each are within the limit of 25 messages, but the provider rejects the request.',
  fix: 'With token_aware, tokens above the threshold trim as well, down to the threshold.',
  dropped: droppedAsWritten,
} satisfies AsWritten & Record<string, unknown>)

export const atomicWindowAsWritten: readonly AsWritten[] = Object.freeze([
  pairCountedTwice,
  boundaryMoves,
  indexZeroFalsy,
  onePartner,
  tokenSettingsUnread,
])

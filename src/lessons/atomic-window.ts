/** The fields of a message that the code of “Sliding Message Window” uses. */
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
  /** Declared with the others, and never read. */
  readonly maxTokens?: number
  readonly tokenThreshold?: number
}

/** The partner in each message's pair: of several, the last one found. */
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

/** Which messages the trim of “Sliding Message Window” removes. */
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
      // The zone grows with each dropped message, and ignores the tail. Each half gets here.
      gone.add(at)
      gone.add(partner)
      count += 2
    }
  }
  return gone
}

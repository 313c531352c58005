/** What the article's engine knows of how to evict: the policy that it reports, and the scorer that it asks. */
export interface EngineAsWritten {
  readonly policy: string
  readonly scorer: string
}

/** Policies that have a scorer, filed under constants of the code and not under the words of the YAML. */
const SCORERS: ReadonlyMap<symbol, string> = new Map(
  ['fifo', 'lru', 'priority', 'type_based', 'hybrid'].map((name) => [Symbol.for(`policy ${name}`), name]),
)

/** The constant of a policy, which the code wants instead of its name. */
export function constantOf(policy: string): symbol {
  return Symbol.for(`policy ${policy}`)
}

/**
 * Switches the policy as “Agent Context Window Management” does: the label always changes, the scorer where one is
 * found.
 */
export function setPolicyAsWritten(engine: EngineAsWritten, policy: string | symbol): EngineAsWritten {
  const found = typeof policy === 'symbol' ? SCORERS.get(policy) : undefined
  const label = typeof policy === 'symbol' ? (policy.description ?? '').replace('policy ', '') : policy
  return { policy: label, scorer: found ?? engine.scorer }
}

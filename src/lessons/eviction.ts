/** The eviction state of the article's engine: the policy that it reports, and the scorer that it uses. */
export interface EngineAsWritten {
  readonly policy: string
  readonly scorer: string
}

/** Policies with a scorer, keyed by constants of the code instead of the names in the YAML. */
const SCORERS: ReadonlyMap<symbol, string> = new Map(
  ['fifo', 'lru', 'priority', 'type_based', 'hybrid'].map((name) => [Symbol.for(`policy ${name}`), name]),
)

/** The constant of a policy, which the code expects instead of its name. */
export function constantOf(policy: string): symbol {
  return Symbol.for(`policy ${policy}`)
}

/**
 * Switches the policy as “Agent Context Window Management” does: the label always changes, the scorer only if one is
 * found.
 */
export function setPolicyAsWritten(engine: EngineAsWritten, policy: string | symbol): EngineAsWritten {
  const found = typeof policy === 'symbol' ? SCORERS.get(policy) : undefined
  const label = typeof policy === 'symbol' ? (policy.description ?? '').replace('policy ', '') : policy
  return { policy: label, scorer: found ?? engine.scorer }
}

import type { AtomicWindowSettings } from './declaration.ts'

const standard: AtomicWindowSettings = Object.freeze({
  maxMessages: 25,
  minRecentKeep: 6,
  minTurns: 0,
  tokenAware: false,
  maxTokens: 0,
  tokenThreshold: 0.8,
  preserveSystem: true,
  keepTask: true,
  keepCurrent: true,
  onDrop: 'discard',
  summaryTokens: 1024,
})

/**
 * The presets of “Sliding Message Window”: by messages alone; by tokens as well, for long conversations; and by
 * messages for long ones.
 */
export const atomicWindowPresets = Object.freeze({
  standard,
  token_aware: Object.freeze({
    ...standard,
    minTurns: 10,
    maxMessages: 40,
    minRecentKeep: 8,
    tokenAware: true,
    maxTokens: 160_000,
  }),
  long_running: Object.freeze({ ...standard, minTurns: 10 }),
} as const satisfies Readonly<Record<string, AtomicWindowSettings>>)

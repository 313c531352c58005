import type { Metric } from './metric.ts'

export const compressionTokens: Metric = {
  id: 'compression-tokens',
  label: 'Tokens of extra calls',
  unit: 'tokens',
  kind: 'tokens',
  direction: 'down',
  meaning:
    'Prompts and answers of the requests that the strategy made for itself, and all that a delegated stretch would have cost in a window of its own.',
  value: (data) => {
    let total = 0
    for (const { calls } of data.turns) {
      for (const { kind, input, output } of calls) if (kind !== 'main') total += input + (output ?? 0)
    }
    return total
  },
}

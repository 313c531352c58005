import type { Metric } from './metric.ts'

export const promptTokens: Metric = {
  id: 'prompt-tokens',
  label: 'Prompt tokens sent',
  unit: 'tokens',
  kind: 'tokens',
  direction: 'down',
  meaning:
    'Sum of the prompts of the agent itself, before any cache; requests for compression are counted apart.',
  value: (data) => data.turns.reduce((sum, turn) => sum + turn.used, 0),
}

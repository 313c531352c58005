import type { Metric } from './metric.ts'

export const promptTokens: Metric = {
  id: 'prompt-tokens',
  label: 'Prompt tokens sent',
  unit: 'tokens',
  kind: 'tokens',
  direction: 'down',
  meaning: 'Sum of all prompts: what the run pays for as input, before any cache.',
  value: (data) => data.turns.reduce((sum, turn) => sum + turn.used, 0),
}

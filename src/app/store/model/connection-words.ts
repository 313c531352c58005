import type { Usd } from '../../../llm/index.ts'

/** An amount of money, with enough digits to tell small calls apart. */
export function dollars(sum: Usd): string {
  if (sum === 0) return '$0'
  if (sum < 0.0001) return '< $0.0001'
  return `$${sum.toFixed(sum < 0.01 ? 4 : sum < 1 ? 3 : 2)}`
}

/** Texts about real models that the page shows before their panel is opened. */
export const CONNECTION_TEXT = Object.freeze({
  button: 'Model',
  withoutKey: 'A real model that writes summaries and answers, with your own key',
  withKey: (label: string, spent: Usd, cap: Usd) =>
    `Model: ${label}; ${dollars(spent)} spent, limit ${dollars(cap)}`,
  loading: 'Loading…',
  writer: (lane: string) => `Writer of the summaries of ${lane}`,
  writerTitle:
    'The mock writes deterministic, lossy summaries on this machine. A real model is called over the network with your key, at your cost.',
  byMock: 'summaries by the mock',
  by: (model: string) => `summaries by ${model}`,
})

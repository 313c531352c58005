import type { Usd } from '../../../llm/index.ts'
import { money } from '../../../view/index.ts'

/** Texts about real models that the page shows before their panel is opened. */
export const CONNECTION_TEXT = Object.freeze({
  button: 'Model',
  withoutKey: 'A real model that writes summaries and answers, with your own key',
  withKey: (label: string, spent: Usd, cap: Usd) =>
    `Model: ${label}; ${money(spent)} spent, limit ${money(cap)}`,
  loading: 'Loading…',
  writer: (lane: string) => `Writer of the summaries of ${lane}`,
  writerTitle:
    'The mock writes deterministic, lossy summaries on this machine. A real model is called over the network with your key, at your cost.',
  byMock: 'summaries by the mock',
  by: (model: string) => `summaries by ${model}`,
})

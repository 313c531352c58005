import { whole } from '../../../view/index.ts'

/** How a model is let think in a live conversation. */
export const THINKING_TEXT = Object.freeze({
  title: 'Thinking',
  modes: {
    own: 'the model’s default',
    disabled: 'off',
    enabled: 'on, with a budget',
    adaptive: 'adaptive',
  },
  meanings: {
    own: 'The requests do not set it.',
    disabled: 'It answers at once.',
    enabled: 'It thinks before it answers, up to this many tokens (at least 1,024).',
    adaptive: 'It decides whether to think, and how much.',
  },
  refused: (mode: string, model: string) => `${mode}: not with ${model}`,
  upTo: 'up to',
  tokens: 'tokens',
  note: 'Applies to the whole conversation. Thinking is billed as output and is sent back unchanged. The provider can clear it only if it is on.',
  /** About a call whose model does not take what the conversation began with. */
  otherwise: (about: string, model: string, thinking: { readonly budget_tokens?: number } | undefined) =>
    thinking === undefined
      ? `${about}, without a thinking setting: ${model} does not accept the chosen one`
      : `${about}, thinking up to ${whole(thinking.budget_tokens ?? 0)} tokens: ${model} has no room for more beside a reply`,
  notListed: 'Ask the provider for its models to learn which of these the model accepts.',
})

/** What a provider compacted by itself. */
export const COMPACTION_TEXT = Object.freeze({
  title: 'Compacted by the provider',
  turn: 'Turn',
  expected: 'run expects',
  made: 'provider did',
  billed: 'billed for it',
  none: 'nothing',
  fromTo: (before: string, after: string) => `${before} → ${after}`,
  to: (after: string) => `→ ${after}`,
  billedOf: (input: string, output: string) => `${input} in, ${output} out`,
  summary: (turn: string) => `Its summary, ${turn}`,
  note: 'Tokens of the prompt before and after. Expected figures are the page’s count. The provider’s figure is billed and has no “before”. The pictures show the expected compaction in its own turn and the provider’s from the next turn on. The provider’s summary is sent again only by lanes that ask for the same compaction.',
  mock: 'A mock does not compact; it reads what the model would see.',
})

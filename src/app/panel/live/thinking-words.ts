import { whole } from '../../../view/index.ts'

/** How a model is let think in a live conversation. */
export const THINKING_TEXT = Object.freeze({
  title: 'Thinking',
  modes: {
    own: 'as the model does by itself',
    disabled: 'off',
    enabled: 'on, with a budget',
    adaptive: 'adaptive',
  },
  meanings: {
    own: 'The requests say nothing of it.',
    disabled: 'It answers at once.',
    enabled: 'It thinks before it answers, up to so many tokens; the least that can be asked for is 1,024.',
    adaptive: 'It decides itself whether it thinks, and how much.',
  },
  refused: (mode: string, model: string) => `${mode}: not with ${model}`,
  upTo: 'up to',
  tokens: 'tokens',
  note: 'Holds for the whole conversation. Thinking is billed as output and goes back as it came; the provider can be asked to clear it only where it is on.',
  /** About a call whose model does not take what the conversation began with. */
  otherwise: (about: string, model: string, thinking: { readonly budget_tokens?: number } | undefined) =>
    thinking === undefined
      ? `${about}, without a word of thinking: ${model} does not take the way that was chosen`
      : `${about}, thinking up to ${whole(thinking.budget_tokens ?? 0)} tokens: ${model} has no more beside a reply`,
  notListed: 'Which of these the model takes is known once the provider was asked for its models.',
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
  note: 'Tokens of the prompt before and after: as the page counts where the run expects it, as the reply was billed where the provider did it, which does not say what the prompt was before. In the pictures a turn keeps what was expected of it, and from the next turn on what the provider did stands in its place. Its summary goes back with every later request of a lane that asks the provider to compact as that one did, and with no other.',
  mock: 'A mock compacts nothing and reads what the model would see.',
})

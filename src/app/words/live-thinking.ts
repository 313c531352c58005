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
  note: 'Tokens of the prompt before and after: as the page counts where the run expects it, as the reply was billed where the provider did it, which does not say what the prompt was before. In the pictures what the provider made stands in the place of what was expected; it goes back with every later request of a lane that asks the provider to compact, and with no other.',
  mock: 'A mock compacts nothing and reads what the model would see.',
})

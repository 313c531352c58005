export const LIMITS = Object.freeze({
  title: 'What this page cannot show',
  sentences: [
    'A replay keeps the conversation as it was recorded. With another window the agent would have answered differently, asked again, or gone wrong.',
    'Needs of a scenario are ground truth. Needs of your own log are inferred from what later turns repeat, and are a ceiling.',
    '≈ marks estimates: one token for four characters. The exact counters are those of OpenAI models, not of Claude.',
    'A need that is lost is not yet a failure, and one that is met is not yet a success: the page measures what the prompt held, not what a model made of it.',
  ],
})

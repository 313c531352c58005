export const LIMITS = Object.freeze({
  words: 'Terms',
  title: 'What this page cannot show',
  sentences: [
    'A replay keeps the conversation as it was recorded. With another window the agent would have answered differently, asked again, or gone wrong.',
    'Needs of a generated scenario are ground truth. Needs of your own log are inferred and are an upper bound: what later turns repeat, and in each turn the user’s last request.',
    '≈ marks estimates: one token per four characters. The exact counters are those of OpenAI models, not of Claude.',
    'Missing context does not prove failure, and present context does not prove success. The page measures what the prompt contained, not what a model did with it.',
  ],
})

/** The list of what the code of the articles does wrong; its sentences are those of the entries. */
export const DEFECTS = Object.freeze({
  title: 'Defects in the articles’ code',
  note: 'This page follows the text of five articles. Where the articles’ sample code differs from their text, eight lanes run that code as written.',
  open: (count: number) => `${count} defects: what the code does, its effect, and what is done here`,
  source: (article: string) => `in “${article}”`,
  here: 'Here:',
})

/** What the page's words mean, in the order in which a reader meets them. */
export const GLOSSARY: readonly (readonly [word: string, meaning: string])[] = Object.freeze([
  ['block', 'One part of one message. It is counted, scored and evicted as a whole.'],
  ['turn', 'The messages that arrive, and the agent’s reply to them. The first is turn 0.'],
  [
    'window',
    'Everything the model sees in one call. Its limit includes the reserve, which is kept free for the reply.',
  ],
  ['peak context', 'The largest prompt of the conversation if nothing had been evicted.'],
  ['zone', 'How full the window is: green, yellow, orange, red. Eviction begins at orange.'],
  ['guard', 'Protection that is checked before any score: what a guard protects is not ranked at all.'],
  ['score', 'A policy’s value for a block, from 0 (evicted first) to 1 (stays longest).'],
  [
    'placeholder',
    'A short text in place of an evicted tool result: what it was, one finding, how to get it back.',
  ],
  [
    'need',
    'An earlier block that a turn depends on. In the prompt of that turn it is present in full or in a summary, present in part (counts half), a placeholder only, or missing. In a turn that the run never reached, all is missing.',
  ],
  [
    'cache',
    'A provider caches the beginning of a prompt. After an edit, everything behind it must be processed again, at a higher price.',
  ],
])

export const LIMITS = Object.freeze({
  words: 'Words',
  title: 'What this page cannot show',
  sentences: [
    'A replay keeps the conversation as it was recorded. With another window the agent would have answered differently, asked again, or gone wrong.',
    'Needs of a scenario are ground truth. Needs of your own log are inferred, and are a ceiling: what later turns repeat, and in every turn what the user asked for last.',
    '≈ marks estimates: one token for four characters. The exact counters are those of OpenAI models, not of Claude.',
    'Missing context is not yet a failure, and context that is there is not yet a success: the page measures what the prompt held, not what a model made of it.',
  ],
})

/** The list of what the code of the articles does wrong; its sentences are those of the entries. */
export const DEFECTS = Object.freeze({
  title: 'Defects in the articles’ code',
  note: 'This page follows the text of five articles. Where their sample code does something else, that code is kept beside it, and eight lanes run it as written.',
  open: (count: number) => `${count} defects: what the code does, what that does, and what is done here`,
  source: (article: string) => `in “${article}”`,
  here: 'Here:',
})

/** What the page's words mean, in the order in which a reader meets them. */
export const GLOSSARY: readonly (readonly [word: string, meaning: string])[] = Object.freeze([
  ['block', 'One part of one message. It is counted, scored and taken out as a whole.'],
  ['turn', 'What arrives, and what the agent answers to it. The first one is turn 0.'],
  [
    'window',
    'All that the model sees in one call. Its limit includes the reserve, which is kept free for the answer.',
  ],
  ['peak context', 'The largest prompt of the conversation if nothing had been evicted.'],
  ['zone', 'How full the window is: green, yellow, orange, red. Eviction begins at orange.'],
  ['guard', 'Protection that is checked before any score: what a guard protects is not ranked at all.'],
  ['score', 'A policy’s mark for a block from 0, which goes first, to 1, which stays longest.'],
  [
    'placeholder',
    'The note that stands where a tool result was: what it was, one finding, how to get it back.',
  ],
  [
    'need',
    'A turn depends on an earlier block. In its prompt that is there in full or in a summary, in part (it counts half), as a stub only, or missing. A turn that a run never reached has nothing.',
  ],
  [
    'cache',
    'A provider keeps the beginning of a prompt. An edit makes all that comes after it new, and dearer.',
  ],
])

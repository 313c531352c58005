import type { Lesson } from '../../../store/lesson/lesson.ts'

/** Trimming a little in every turn breaks the prompt cache in every turn. */
export const promptCache: Lesson = {
  name: 'prompt-cache',
  title: 'The prompt cache reverses the ranking',
  about: 'Why removing a little in every turn can cost more than removing much at once.',
  minutes: 5,
  depth: 'compare',
  fromStart: true,
  opening: {
    source: { kind: 'scenario', name: 'axios-migration' },
    seed: 7,
    budget: { kind: 'share', share: 0.5 },
    lanes: [{ policy: 'atomic_window', gates: 'on' }],
  },
  steps: [
    {
      title: 'A prefix is cheap',
      says: 'A provider keeps the beginning of the last request for a while. Tokens that are the same again from the first on cost about a tenth. Before {turn} only the end changed, so nearly all was cheap.',
      lanes: [0],
      at: { kind: 'edit', number: 1, before: 1 },
    },
    {
      title: 'One removal breaks it',
      says: 'In {turn} the lane removes {edited} near the beginning. All that follows has moved, so it is paid for in full again.',
      lanes: [0],
      at: { kind: 'edit', number: 1 },
    },
    {
      title: 'A little, again and again',
      says: 'It keeps a fixed number of messages, so it removes some in almost every turn. {cache-hit-rate} of the prompt tokens came from the cache, and the run cost {cost}.',
      lanes: [0],
      at: { kind: 'end' },
      whole: true,
      guess: {
        asks: 'This lane removes a few messages in nearly every turn. What does that do to the price?',
        answers: [
          { text: 'It falls with every token removed' },
          { text: 'The cache is broken again and again', right: true },
          { text: 'Nothing' },
        ],
      },
    },
    {
      title: 'Seldom, and more at once',
      says: 'The run costs {cost}, with {cache-hit-rate} of the prompt from the cache.',
      lanes: [0],
      at: { kind: 'end' },
      whole: true,
      task: {
        asks: 'In the menu above the picture choose FIFO. It waits until the window is nearly full, then frees many tokens at once. The cost should fall, and more come from the cache.',
        change: { lane: 0, to: { policy: 'fifo', gates: 'on' } },
        done: { kind: 'metric', lane: 0, metric: 'cache-hit-rate', atLeast: 0.6 },
      },
    },
  ],
}

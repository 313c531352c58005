import type { Lesson } from '../../../store/lesson/lesson.ts'

/** LRU, what a use is, and its score with the wrong sign. */
export const lastUse: Lesson = {
  name: 'last-use',
  title: 'LRU, and what a use is',
  about: 'How LRU keeps what was used lately, and what a wrong sign in its code does.',
  minutes: 4,
  depth: 'compare',
  opening: {
    source: { kind: 'scenario', name: 'bug-fix' },
    seed: 1,
    budget: { kind: 'share', share: 0.5 },
    lanes: [
      { policy: 'as_written_lru', gates: 'on' },
      { policy: 'fifo', gates: 'on' },
    ],
  },
  steps: [
    {
      title: 'Age is not use',
      says: 'FIFO, shown here, goes by age alone, and a file read long ago may still be in use. LRU, least recently used, looks at the last use of a block instead. A block is used when it arrives, and each time a later turn refers to it.',
      lanes: [1],
      at: { kind: 'edit', number: 1, before: 2 },
    },
    {
      title: 'Code can get it wrong',
      says: 'This is the score as “Agent Context Window Management” prints it. Its sign is the wrong way round, so in {turn} it removes what was used last: {edited}, and {first-out} leaves first.',
      lanes: [0],
      at: { kind: 'edit', number: 1 },
      guess: {
        asks: 'The score of this lane has the wrong sign. Which block leaves first?',
        answers: [
          { text: 'The one used last', right: true },
          { text: 'The one unused for longest' },
          { text: 'The largest' },
        ],
      },
    },
    {
      title: 'Put it right',
      says: 'Of what later turns needed, {need-hit-rate} was in the window.',
      lanes: [0],
      at: { kind: 'end' },
      whole: true,
      task: {
        asks: 'In the menu above the picture choose LRU. It removes what has been unused for longest, so more of it should be there.',
        change: { lane: 0, to: { policy: 'lru', gates: 'on' } },
        done: { kind: 'runs', policy: 'lru' },
      },
    },
  ],
}

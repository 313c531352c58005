import type { Lesson } from '../../../store/lesson/lesson.ts'

/** Why a window fills, and what happens if nobody frees it. */
export const windowFills: Lesson = {
  name: 'window-fills',
  title: 'Why a window fills',
  about: 'Why each call is longer than the last, and how a run ends if nothing is removed.',
  minutes: 3,
  depth: 'compare',
  opening: {
    source: { kind: 'scenario', name: 'axios-migration' },
    seed: 7,
    budget: { kind: 'share', share: 0.5 },
    lanes: [{ policy: 'unmanaged', gates: 'on' }],
  },
  steps: [
    {
      title: 'Nothing leaves by itself',
      says: 'The model keeps nothing between calls, so each call repeats everything before it. In {turn} that is {used} tokens.',
      lanes: [0],
      at: { kind: 'filled', share: 0.2 },
    },
    {
      title: 'Most of it is output of tools',
      says: 'By {turn} a call holds {used} of {limit} tokens. {results} of that are files and other tool results.',
      lanes: [0],
      at: { kind: 'filled', share: 0.6 },
    },
    {
      title: 'What happens at the limit?',
      says: 'In {turn} the next request and the room reserved for the reply no longer fit into {limit} tokens. The provider refuses it, and the run ends here.',
      lanes: [0],
      at: { kind: 'overflow' },
      guess: {
        asks: 'The window is nearly full, and nothing is managed. What happens next?',
        answers: [
          { text: 'The model forgets the oldest' },
          { text: 'The request is refused', right: true },
          { text: 'The reply gets shorter' },
        ],
      },
    },
    {
      title: 'Let the run go on',
      says: 'This run got through {turns-reached} turns.',
      lanes: [0],
      at: { kind: 'end' },
      whole: true,
      task: {
        asks: 'Choose a strategy that frees tokens, for example FIFO, in the menu above the picture. The run should reach its end.',
        change: { lane: 0, to: { policy: 'fifo', gates: 'on' } },
        done: { kind: 'finishes', lane: 0 },
      },
    },
  ],
}

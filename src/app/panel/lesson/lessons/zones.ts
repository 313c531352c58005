import type { Lesson } from '../../../store/lesson/lesson.ts'

/** When to act: zones, velocity, and what an early start costs. */
export const zones: Lesson = {
  name: 'zones',
  title: 'Zones, velocity, and when to act',
  about: 'When to evict: the price of acting early, and how velocity shows the time that is left.',
  minutes: 5,
  depth: 'expert',
  fromStart: true,
  opening: {
    source: { kind: 'scenario', name: 'axios-migration' },
    seed: 7,
    budget: { kind: 'share', share: 0.4 },
    lanes: [{ policy: 'fifo', gates: 'on' }],
  },
  steps: [
    {
      title: 'How fast it fills',
      says: 'In {turn} the window is {share} full, in the {zone} zone. Each turn adds {velocity} tokens: at this velocity it is red in {until-red}.',
      lanes: [0],
      at: { kind: 'filled', share: 0.5 },
    },
    {
      title: 'Orange means act',
      says: 'Green and yellow are watched. In orange, here in {turn}, eviction begins, and it frees tokens down to the target.',
      lanes: [0],
      at: { kind: 'edit', number: 1 },
    },
    {
      title: 'Early is not free',
      says: 'It rewrote the window {edits} times. Each time the prompt cache broke, and blocks left that might have been of use. The run cost {cost}, with {need-hit-rate} of what was needed.',
      lanes: [0],
      at: { kind: 'end' },
      whole: true,
      guess: {
        asks: 'This lane starts to evict when the window is three quarters full. What happens if it waits until nine tenths?',
        answers: [
          { text: 'The window overflows' },
          { text: 'It evicts less often, and more stays', right: true },
          { text: 'Nothing changes' },
        ],
      },
    },
    {
      title: 'Wait longer',
      says: 'Rewrites: {edits}. Needed context present: {need-hit-rate}. Cost: {cost}. Requests over the limit: {turns-refused}. A longer wait suits a window that fills slowly. With a high velocity, one turn can jump over the line.',
      lanes: [0],
      at: { kind: 'end' },
      whole: true,
      task: {
        asks: 'Drag the line “orange” in the picture up, above nine tenths of the window.',
        change: { lane: 0, to: { byHand: { pressure: { thresholds: { orange: 0.95, red: 0.98 } } } } },
        done: { kind: 'metric', lane: 0, metric: 'edits', atMost: 9 },
      },
    },
  ],
}

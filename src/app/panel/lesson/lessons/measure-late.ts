import type { Lesson } from '../../../store/lesson/lesson.ts'

/** A measure of the last reply does not count what has arrived since. */
export const measureLate: Lesson = {
  name: 'measure-late',
  title: 'Measure before the call',
  about: 'A window measured one call late overflows.',
  minutes: 3,
  depth: 'compare',
  opening: {
    source: { kind: 'scenario', name: 'screenshots' },
    seed: 1,
    budget: { kind: 'share', share: 0.5 },
    lanes: [{ policy: 'as_written_tiered', gates: 'on' }],
  },
  steps: [
    {
      title: 'A number from the past',
      says: '“Claude Code from Scratch” measures the window by what the provider reported for the last call. What has arrived since is not in it. In {turn} a call holds {used} tokens.',
      lanes: [0],
      at: { kind: 'filled', share: 0.5 },
    },
    {
      title: 'Too late',
      says: 'Large results arrive between two calls, and the report does not know them. The provider refuses {turns-refused} requests of this run.',
      lanes: [0],
      at: { kind: 'end' },
      whole: true,
      guess: {
        asks: 'A large picture arrives after the last report. What does this lane see?',
        answers: [
          { text: 'The window with the picture' },
          { text: 'The window without it', right: true },
          { text: 'Twice the picture' },
        ],
      },
    },
    {
      title: 'Count what you send',
      says: 'Refused requests: {turns-refused}.',
      lanes: [0],
      at: { kind: 'end' },
      whole: true,
      task: {
        asks: 'In the menu above the picture choose Tiered. It measures before each call, and after each edit.',
        change: { lane: 0, to: { policy: 'tiered', gates: 'on' } },
        done: { kind: 'metric', lane: 0, metric: 'turns-refused', atMost: 0 },
      },
    },
  ],
}

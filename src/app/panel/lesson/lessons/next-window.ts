import type { Lesson } from '../../../store/lesson/lesson.ts'

/** A new window knows only what the checkpoint carries. */
export const nextWindow: Lesson = {
  name: 'next-window',
  title: 'Into the next window',
  about: 'What a checkpoint must hold so that the next window can go on with the work.',
  minutes: 5,
  depth: 'compare',
  opening: {
    source: { kind: 'scenario', name: 'pivot-and-return' },
    seed: 1,
    budget: { kind: 'share', share: 0.5 },
    lanes: [
      { policy: 'as_written_overflow', gates: 'on' },
      { policy: 'as_written_plans', gates: 'on' },
    ],
  },
  steps: [
    {
      title: 'A second window',
      says: 'If a window cannot be saved, one can begin a new one with a short state: a checkpoint. “Agent Context Window Management” saves the goal and the progress.',
      lanes: [0],
      at: { kind: 'filled', share: 0.4 },
    },
    {
      title: 'What it lacks',
      says: 'Implicit state: what the agent knew, and nobody wrote down. The printed checkpoint leaves out the user’s rules and what was learned. A rule was there in {constraint-retention} of the times it was needed.',
      lanes: [0],
      at: { kind: 'end' },
      whole: true,
      guess: {
        asks: 'The checkpoint has the goal, but not the rules of the user. Does the agent keep to them?',
        answers: [
          { text: 'Yes, they are in the first window' },
          { text: 'Only while it still sees them', right: true },
          { text: 'Yes, the model remembers' },
        ],
      },
    },
    {
      title: 'A plan is not work',
      says: 'Orphan state: something was planned, and the window ended before it was done. The last checkpoint lists {plan}. In this lane the next window does not read these words: {orphans} times a plan was taken for work that is done, and would be skipped.',
      lanes: [1],
      at: { kind: 'end' },
      from: { kind: 'filled', share: 0.4 },
      whole: true,
      guess: {
        asks: 'A plan stands in the checkpoint, but nothing says that it is only a plan. What does the next window make of it?',
        answers: [
          { text: 'It carries it out' },
          { text: 'It takes it for done, and skips it', right: true },
          { text: 'It asks the user' },
        ],
      },
    },
    {
      title: 'Which one is the newest?',
      says: 'Stale checkpoint: an old one is read, and later work is done again or lost. This lane saved {saves}. As printed, every save has the same version, so no old file can be told from the newest.',
      lanes: [0],
      at: { kind: 'end' },
      whole: true,
    },
    {
      title: 'Carry them over',
      says: '{lane}: a rule was there in {constraint-retention} of the times it was needed, {orphans} times a plan was taken for done, and it saved {saves}. {lane 1}: {constraint-retention 1}, {orphans 1} times, and {saves 1}.',
      lanes: [0, 1],
      at: { kind: 'end' },
      whole: true,
      task: {
        asks: 'In the menu above the first picture choose New windows. Their checkpoint has the rules and the user’s own words, each step has a status, and each save counts on, so that an older one is refused. All rules should be there, no plan be taken for done, and each save have its own version.',
        change: { lane: 0, to: { policy: 'handover', gates: 'on' } },
        done: { kind: 'metric', lane: 0, metric: 'constraint-retention', atLeast: 0.99 },
      },
    },
  ],
}

import type { Lesson } from '../../../store/lesson/lesson.ts'

/** Trimming from the oldest end loses early rules; the middle keeps both ends. */
export const whichEnd: Lesson = {
  name: 'which-end',
  title: 'Which end to cut',
  about: 'What is lost if you cut the oldest messages, and what if you cut the middle.',
  minutes: 3,
  depth: 'compare',
  opening: {
    source: { kind: 'scenario', name: 'long-chat' },
    seed: 1,
    budget: { kind: 'share', share: 0.5 },
    lanes: [{ policy: 'token_trim', gates: 'on' }],
  },
  steps: [
    {
      title: 'Over the budget',
      says: '“agentfit-rs” cuts messages until the rest fits. In {turn} it starts to cut, at the oldest end.',
      lanes: [0],
      at: { kind: 'edit', number: 1 },
    },
    {
      title: 'Rules come early',
      says: 'Users often say at the start what must not happen. Such a rule was there in {constraint-retention} of the times it was needed.',
      lanes: [0],
      at: { kind: 'end' },
      whole: true,
      guess: {
        asks: 'Only the oldest messages leave. What is lost first?',
        answers: [
          { text: 'The newest answers' },
          { text: 'Rules from the start', right: true },
          { text: 'Nothing that matters' },
        ],
      },
    },
    {
      title: 'Cut the middle',
      says: 'A rule of the user was there in {constraint-retention} of the times it was needed.',
      lanes: [0],
      at: { kind: 'end' },
      whole: true,
      task: {
        asks: 'In the menu above the picture choose the variant of Token trim that cuts the middle. Both ends stay, so all of those turns should have their rule.',
        change: { lane: 0, to: { policy: 'token_trim_middle', gates: 'on' } },
        done: { kind: 'metric', lane: 0, metric: 'constraint-retention', atLeast: 0.99 },
      },
    },
  ],
}

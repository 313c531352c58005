import type { Lesson } from '../../../store/lesson/lesson.ts'

/** Compaction, again and again: each summary is made from the one before. */
export const drift: Lesson = {
  name: 'drift',
  title: 'Compaction, drift and what stays',
  about: 'What is lost when a summary is summarized again, and how to need fewer summaries.',
  minutes: 5,
  depth: 'compare',
  opening: {
    source: { kind: 'scenario', name: 'long-chat' },
    seed: 2,
    budget: { kind: 'share', share: 0.4 },
    lanes: [{ policy: 'compaction_first', gates: 'on' }],
  },
  steps: [
    {
      title: 'The past in one message',
      says: 'In {turn} the oldest messages become one summary, and {freed} tokens are free.',
      lanes: [0],
      at: { kind: 'edit', number: 1 },
    },
    {
      title: 'And again',
      says: 'In {turn} it happens for the fifth time. The summary has no room for everything that was said.',
      lanes: [0],
      at: { kind: 'edit', number: 5 },
    },
    {
      title: 'What the summaries left out',
      says: 'Of all needs, {lost-rate} found nothing in the window. The rules of the user were kept better: they were there in {constraint-retention} of the times they were needed.',
      lanes: [0],
      at: { kind: 'end' },
      whole: true,
      guess: {
        asks: 'A chat is compacted again and again. What is lost first?',
        answers: [
          { text: 'The rules of the user' },
          { text: 'Details said once, long ago', right: true },
          { text: 'The last messages' },
        ],
      },
    },
    {
      title: 'Keep words as long as they fit',
      says: 'This lane has {need-hit-rate} of what is needed, and costs {cost}. Words that are not summarized cannot drift.',
      lanes: [0],
      at: { kind: 'end' },
      whole: true,
      task: {
        asks: 'In the menu above the picture choose Managed. It removes replies and results first, keeps the words of the user as they are, and summarizes late. More of what is needed should be there, at a lower cost.',
        change: { lane: 0, to: { policy: 'default', gates: 'on' } },
        done: { kind: 'metric', lane: 0, metric: 'lost-rate', atMost: 0.2 },
      },
    },
  ],
}

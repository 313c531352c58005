import type { Lesson } from '../../../store/lesson/lesson.ts'

/** Health figures warn before anything is lost, and name what to do. */
export const alerts: Lesson = {
  name: 'alerts',
  title: 'Health, and what an alert asks for',
  about: 'How health alerts warn before anything is lost, and what to do about them.',
  minutes: 4,
  depth: 'compare',
  opening: {
    source: { kind: 'scenario', name: 'data-analysis' },
    seed: 1,
    budget: { kind: 'share', share: 0.5 },
    lanes: [{ policy: 'fifo', gates: 'on' }],
  },
  steps: [
    {
      title: 'One answer, much of the window',
      says: 'In {turn} an alert comes up: {alert}. One result alone has {largest} tokens.',
      lanes: [0],
      at: { kind: 'alert', code: 'burn_anomaly' },
    },
    {
      title: 'Long before the limit',
      says: 'In {turn} another: {alert}. The window is {share} full, nothing is lost yet, and the alert names the remedy: summarize results.',
      lanes: [0],
      at: { kind: 'alert', code: 'tool_bloat_warning' },
      guess: {
        asks: 'Nearly all of the prompt is tool results. Which remedy fits?',
        answers: [
          { text: 'A larger window' },
          { text: 'Summarize the results', right: true },
          { text: 'Remove the system prompt' },
        ],
      },
    },
    {
      title: 'Do what it says',
      says: 'Prompt tokens sent: {prompt-tokens}. Cost: {cost}. Needed context present: {need-hit-rate}.',
      lanes: [0],
      at: { kind: 'end' },
      whole: true,
      task: {
        asks: 'In the menu above the picture choose Results in short.',
        change: { lane: 0, to: { policy: 'summarize_results', gates: 'on' } },
        done: { kind: 'metric', lane: 0, metric: 'mean-utilization', atMost: 0.35 },
      },
    },
  ],
}

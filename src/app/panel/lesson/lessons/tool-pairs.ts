import type { Lesson } from '../../../store/lesson/lesson.ts'

/** A call and its result leave together, or the provider refuses the request. */
export const toolPairs: Lesson = {
  name: 'tool-pairs',
  title: 'Calls and results belong together',
  about: 'Why a provider refuses a tool result without its call, and how to keep both together.',
  minutes: 4,
  depth: 'compare',
  opening: {
    source: { kind: 'scenario', name: 'axios-migration' },
    seed: 7,
    budget: { kind: 'share', share: 0.5 },
    lanes: [{ policy: 'as_written_atomic_window', gates: 'on' }],
  },
  steps: [
    {
      title: 'Two halves of one thing',
      says: 'When an agent uses a tool, its call and the result are two messages with the same id. A provider accepts one only with the other. In {turn} both halves are still here.',
      lanes: [0],
      at: { kind: 'edit', number: 1, before: 1 },
    },
    {
      title: 'Half a pair leaves',
      says: 'This is the window as “Sliding Message Window” prints it. It counts both halves of a pair as pairs, so parallel results lose their calls. It begins to remove in {turn}.',
      lanes: [0],
      at: { kind: 'edit', number: 1 },
    },
    {
      title: 'What the provider says',
      says: 'A request with a result but no call is refused: {refusal} In this run the removals cause {introduced-violations} such errors.',
      lanes: [0],
      at: { kind: 'end' },
      whole: true,
      guess: {
        asks: 'A result stays, and its call is gone. What does a provider do?',
        answers: [
          { text: 'It ignores the result' },
          { text: 'It guesses the call' },
          { text: 'It refuses the request', right: true },
        ],
      },
    },
    {
      title: 'Repair it',
      says: 'Errors so far: {introduced-violations}.',
      lanes: [0],
      at: { kind: 'end' },
      whole: true,
      task: {
        asks: 'In the menu above the picture choose Atomic window: it keeps or removes a pair as a whole.',
        change: { lane: 0, to: { policy: 'atomic_window', gates: 'on' } },
        done: { kind: 'metric', lane: 0, metric: 'introduced-violations', atMost: 0 },
      },
    },
  ],
}

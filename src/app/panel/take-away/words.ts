import { whole } from '../../../view/index.ts'

export const TAKE_TEXT = Object.freeze({
  title: (lane: string) => `Download ${lane}`,
  turns: 'Turns (CSV)',
  turnsName: (lane: string) => `The turns of ${lane} as CSV`,
  overlap: (first: string) => `Against ${first} (CSV)`,
  overlapName: (lane: string, first: string) =>
    `What only ${lane} and only ${first} send, turn by turn, as CSV`,
  run: 'Run (JSON)',
  runName: (lane: string) => `The whole run of ${lane} with its settings as JSON`,
  prompt: (turn: string) => `Prompt of ${turn}, as the model sees it`,
  promptName: (turn: string, lane: string) =>
    `What the model sees of the request of ${lane} in ${turn}, as JSON`,
  leftOut:
    'The request is sent whole and asks Anthropic for the edits in context_management; the prompt is what they leave. For OpenAI they are made before it is sent.',
  notReached: (lane: string, turn: string) => `${lane} ended before ${turn}, so it has no request there.`,
  failed: (found: string) => `The request could not be loaded: ${found}`,
  table: 'Turns as a table',
  tableNote:
    'Tokens of the prompt as it arrived, as stages on arrival left it, as it was sent, and with the reply.',
  noTurns: 'This context has no turns in this lane.',
  page: (from: number, to: number, rows: number) =>
    `turns ${whole(from)} to ${whole(to)}, ${whole(rows)} in all`,
  yes: 'yes',
  estimated: (column: string) => `≈ ${column}`,
  columns: {
    turn: 'Turn',
    arrived: 'arrived',
    offered: 'offered',
    sent: 'sent',
    responded: 'with the reply',
    share: 'sent of the limit',
    zone: 'zone before',
    velocity: 'tokens per turn',
    spike: 'spike',
    edits: 'edits',
  },
})

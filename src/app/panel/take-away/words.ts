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
    `The part of the request of ${lane} in ${turn} that the model sees, as JSON`,
  leftOut:
    'The request to Anthropic is sent whole and asks for the edits in context_management; the prompt is the result. For OpenAI the edits are made before sending.',
  notReached: (lane: string, turn: string) =>
    `${lane} ended before ${turn}, so it has no request for that turn.`,
  failed: (found: string) => `The request could not be loaded: ${found}`,
  table: 'Turns as a table',
  tableNote:
    'Tokens of the prompt on arrival, after the stages that run on arrival, as sent, and with the reply.',
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

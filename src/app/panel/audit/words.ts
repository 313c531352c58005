import { counted, whole } from '../../../view/index.ts'

export const AUDIT_TEXT = Object.freeze({
  name: 'Audit log',
  title: (lane: string) => `Audit log of ${lane}`,
  note: (shown: number, all: number) =>
    shown === all
      ? `${counted(all, 'entry', 'entries')}, in the order of the run. Choose one to see its turn and blocks in the pictures.`
      : `${whole(shown)} of ${counted(all, 'entry', 'entries')}, in the order of the run.`,
  none: 'Nothing recorded: this lane never changed its window.',
  noneLeft: 'No entry matches these filters.',
  caption: 'Entries in order',
  kinds: 'Kinds of entries',
  allKinds: 'All',
  stage: 'Stage',
  allStages: 'every stage',
  stageName: (name: string, words: string) => `${name} – ${words}`,
  search: 'Search the log',
  thisTurn: (turn: string) => `only ${turn}`,
  clear: 'Clear the filters',
  turn: 'Turn',
  kind: 'kind',
  what: 'what',
  freed: 'taken out',
  added: 'put in',
  after: 'after',
  sum: 'Tokens before − removed + added = tokens after',
  tokens: 'tokens',
  verdict: 'verdict',
  blocks: (count: number) => counted(count, 'block'),
  moreBlocks: (left: number) => `and ${whole(left)} more`,
  answer: 'Answer',
  noAnswer: 'There is no answer to show.',
  sources: (count: number) => `Asked about ${counted(count, 'block')}`,
  changed: (count: number) => `Changed ${counted(count, 'block')}`,
  prompt: (input: string, output: string, most: string) =>
    `${input} tokens in, ${output} out, of at most ${most}`,
  csv: 'CSV',
  csvName: 'The entries shown, as CSV',
  json: 'JSON',
  jsonName: 'The whole log with the answers as JSON',
  page: (from: number, to: number, rows: number) => `${whole(from)} to ${whole(to)} of ${whole(rows)}`,
})

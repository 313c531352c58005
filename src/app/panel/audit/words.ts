import { counted, whole } from '../../../view/index.ts'
import texts from './words.json' with { type: 'json' }

export const AUDIT_TEXT = Object.freeze({
  ...texts.AUDIT_TEXT,
  title: (lane: string) => `Audit log of ${lane}`,
  note: (shown: number, all: number) =>
    shown === all
      ? `${counted(all, 'entry', 'entries')}, in the order of the run. Choose one to see its turn and blocks in the pictures.`
      : `${whole(shown)} of ${counted(all, 'entry', 'entries')}, in the order of the run.`,
  stageName: (name: string, words: string) => `${name} – ${words}`,
  thisTurn: (turn: string) => `only ${turn}`,
  blocks: (count: number) => counted(count, 'block'),
  moreBlocks: (left: number) => `and ${whole(left)} more`,
  sources: (count: number) => `Asked about ${counted(count, 'block')}`,
  changed: (count: number) => `Changed ${counted(count, 'block')}`,
  prompt: (input: string, output: string, most: string) =>
    `${input} tokens in, ${output} out, of at most ${most}`,
  page: (from: number, to: number, rows: number) => `${whole(from)} to ${whole(to)} of ${whole(rows)}`,
})

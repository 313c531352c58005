import { counted, decimal, keptWords, share, tokens, VERDICT_LABELS, whole } from '../../../view/index.ts'
import type { AgeLevel, AskFigures, CompressedFigures } from '../../../view/index.ts'

export const COMPRESSED_TEXT = Object.freeze({
  became: 'Result',
  madeOf: 'Sources',
  own: 'the block',
  into: 'now in',
  goTo: (name: string, turn: string) => `${name} of ${turn}`,
  others: 'together with',
  othersCount: (count: number) => counted(count, 'other block'),
  sizes: (before: number, after: number, exact: boolean) =>
    `${tokens(before, { exact })} → ${tokens(after, { exact })} tokens`,
  gone: (before: number, exact: boolean) => `${tokens(before, { exact })} tokens, nothing of its own left`,
  span: 'this part',
  window: 'the window',
  times: (ratio: number) => `${decimal(ratio, 1)} × smaller`,
  kept: 'kept',
  keptCount: (figures: Pick<CompressedFigures, 'probes' | 'kept'>) => keptWords(figures),
  keptTitle: 'Questions about the compressed text, and how many of them the window can still answer',
  level: 'by its age',
  levelText: ({ name, age, share: part, aim, floor }: AgeLevel, exact: boolean) =>
    `${name} at ${counted(age, 'turn')}: ${share(part)} of it, ${aim === floor ? `the minimum of ${whole(floor)}` : tokens(aim, { exact })} tokens`,
  levelFrom: ({ from }: AgeLevel) =>
    from === 'original' ? 'Made from the original' : 'Made from the previous level, so errors add up',
  subagent: 'the sub-agent',
  subagentCost: ({ calls, input, output }: NonNullable<CompressedFigures['subagent']>, exact: boolean) =>
    `${counted(calls, 'call')}, ${tokens(input, { exact })} tokens in, ${tokens(output, { exact })} out`,
  subagentTitle: 'Cost of this part in a separate window; system prompt and tools are sent with each call',
  asks: (count: number) => (count === 1 ? 'the request' : 'the requests'),
  askOf: ({ kind, input, output, maxTokens, verdict }: AskFigures, exact: boolean) =>
    `${KINDS[kind]}: ${tokens(input, { exact })} tokens in, ${tokens(output, { exact })} out of at most ${whole(maxTokens)}, ${VERDICT_LABELS[verdict]}`,
  moreAsks: (count: number) => `and ${whole(count)} more`,
  took: (count: number) => `Made from ${counted(count, 'block')}`,
  left: (count: number) => `${counted(count, 'block')} left unchanged`,
  tookTokens: 'tokens',
  more: (count: number) => `Show ${whole(count)} more`,
  rung: 'Triggered by',
  rungWithoutKey: 'Triggered by',
  stage: 'stage',
  ofStrategy: 'of',
  rule: 'The rule:',
  rungEarly: 'Triggered early:',
  rungFrom: (at: number) => `from ${share(at)} of the limit on`,
  scaledFrom: (at: number) => `scaled to this window: from ${share(at)} of the limit on`,
  scaled: 'scaled to this window',
  early: (at: number, demand: string) =>
    `acts from ${share(at)} of the limit on; ${demand} triggered it earlier`,
  ownText: 'Text',
})

const KINDS: Readonly<Record<AskFigures['kind'], string>> = Object.freeze({
  summarize_result: 'summary of a result',
  summarize_block: 'summary of a block',
  compact: 'summary of older messages',
  summarize_session: 'summary of the session',
  merge: 'merged near-duplicates',
  delegate: 'report of a sub-agent',
  extract: 'state of the task',
})

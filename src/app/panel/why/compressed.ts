import { counted, decimal, keptWords, share, tokens, VERDICT_LABELS, whole } from '../../../view/index.ts'
import type { AgeLevel, AskFigures, CompressedFigures } from '../../../view/index.ts'

export const COMPRESSED_TEXT = Object.freeze({
  became: 'What it became',
  madeOf: 'What it is made of',
  own: 'the block',
  into: 'now in',
  goTo: (name: string, turn: string) => `${name} of ${turn}`,
  others: 'together with',
  othersCount: (count: number) => counted(count, 'other block'),
  sizes: (before: number, after: number, exact: boolean) =>
    `${tokens(before, { exact })} → ${tokens(after, { exact })} tokens`,
  gone: (before: number, exact: boolean) => `${tokens(before, { exact })} tokens, none of its own left`,
  span: 'the stretch',
  window: 'the window',
  times: (ratio: number) => `${decimal(ratio, 1)} × smaller`,
  kept: 'kept',
  keptCount: (figures: Pick<CompressedFigures, 'probes' | 'kept'>) => keptWords(figures),
  keptTitle:
    'Questions about what was taken in that could be answered before, and how many of them the window still answers',
  level: 'by its age',
  levelText: ({ name, age, share: part, aim, floor }: AgeLevel, exact: boolean) =>
    `${name} at ${counted(age, 'turn')}: ${share(part)} of it, ${aim === floor ? `the least of ${whole(floor)}` : tokens(aim, { exact })} tokens`,
  levelFrom: ({ from }: AgeLevel) =>
    from === 'original' ? 'Made from the kept original' : 'Made from the level before, so that errors add up',
  subagent: 'the sub-agent',
  subagentCost: ({ calls, input, output }: NonNullable<CompressedFigures['subagent']>, exact: boolean) =>
    `${counted(calls, 'call')}, ${tokens(input, { exact })} tokens in, ${tokens(output, { exact })} out`,
  subagentTitle:
    'What the stretch would have cost in a window of its own: system prompt and tools are sent with each call',
  asks: (count: number) => (count === 1 ? 'the request' : 'the requests'),
  askOf: ({ kind, input, output, maxTokens, verdict }: AskFigures, exact: boolean) =>
    `${KINDS[kind]}: ${tokens(input, { exact })} tokens in, ${tokens(output, { exact })} out of at most ${whole(maxTokens)}, ${VERDICT_LABELS[verdict]}`,
  moreAsks: (count: number) => `and ${whole(count)} more`,
  took: (count: number) => `Took in ${counted(count, 'block')}`,
  left: (count: number) => `${counted(count, 'block')} left as it came`,
  tookTokens: 'tokens',
  more: (count: number) => `Show ${whole(count)} more`,
  rung: 'Triggered by',
  rungWithoutKey: 'Triggered by',
  stage: 'stage',
  ofStrategy: 'of',
  rule: 'The rule:',
  rungEarly: 'Due early:',
  rungFrom: (at: number) => `from ${share(at)} of the limit on`,
  scaledFrom: (at: number) => `scaled to this window: from ${share(at)} of the limit on`,
  scaled: 'scaled to this window',
  early: (at: number, demand: string) =>
    `acts from ${share(at)} of the limit on; ${demand} demanded it before that`,
  ownText: 'Its text',
})

const KINDS: Readonly<Record<AskFigures['kind'], string>> = Object.freeze({
  summarize_result: 'summary of a result',
  summarize_block: 'summary of a block',
  compact: 'summary of a stretch',
  summarize_session: 'summary of the session',
  merge: 'text of near-duplicates',
  delegate: 'report of a sub-agent',
  extract: 'state of the task',
})

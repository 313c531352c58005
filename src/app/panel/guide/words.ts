import type { MeasuredPitfall } from '../../../claims/index.ts'

/** Every word of the panel that is not the data's own. */
export const GUIDE_TEXT = Object.freeze({
  title: 'Which strategy for which agent',
  about: (seeds: number) =>
    `What the articles advise for a kind of agent, held against another strategy in a scenario of that kind, with ${seeds} seeds each. Better or worse is said only where the seeds agree and the difference is more than 2 % of the cost or 1 point of the needed context.`,
  situation: 'Agent',
  advised: 'Advised',
  instead: (rival: string) => `instead of ${rival}`,
  with: (lane: string, changes: string) => `${lane} with ${changes}`,
  measured: 'Measured here',
  open: 'Try it',
  signs: {
    confirmed: { sign: '✓', word: 'Confirmed' },
    trade: { sign: '◐', word: 'A trade-off' },
    refuted: { sign: '✗', word: 'Not confirmed' },
    unclear: { sign: '–', word: 'No clear difference' },
  },
  /** Needed context that is present, and cost. */
  needs: (more: boolean, points: string, from: string, to: string) =>
    `${points} ${more ? 'more' : 'less'} of the needed context present (${to}, not ${from})`,
  sameNeeds: (to: string) => `Needed context present: ${to}, no clear difference`,
  cost: (more: boolean, percent: string, from: string, to: string) =>
    `costs ${percent} ${more ? 'more' : 'less'} (${to}, not ${from})`,
  sameCost: (to: string) => `cost: ${to}, no clear difference`,
  source: (article: string, section: string) => `${article}, ${section}`,
  caption: 'What articles advise for kinds of agents, and what was measured',
  pitfalls: 'Pitfalls, as written and fixed',
  aboutPitfalls:
    'Mistakes that the articles warn of, or make. Each opens as two lanes, first as written, then fixed, in the turn in which they part. The figures are of these runs.',
  openBoth: 'Open this comparison',
  openWritten: 'Open it as written',
  openMended: 'Open it fixed',
  pitfall: 'Pitfall',
  harm: 'What it does',
  mend: 'What fixes it',
  pitfallsCaption: (group: string) => `${group}: pitfalls with what shows them, as written and fixed`,
  /** Each pitfall is in the first group that it fits. */
  groups: [
    { title: 'Trimming by messages', of: ({ article }) => article === 'Sliding Message Window' },
    { title: 'Trimming by tokens', of: ({ article }) => article === 'agentfit-rs' },
    { title: 'A context that nobody manages', of: ({ section }) => section.startsWith('1, ') },
    { title: 'From one window to the next', of: ({ section }) => section.startsWith('6, ') },
    { title: 'More mistakes in the printed code', of: () => true },
  ] as readonly { readonly title: string; readonly of: (row: MeasuredPitfall) => boolean }[],
})

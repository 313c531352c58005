import { whole } from '../../../view/index.ts'

export const SCRUBBER_TEXT = Object.freeze({
  strip: 'Transport',
  slider: 'Turn',
  turn: (turn: number, last: number) => `turn ${whole(turn)} of ${whole(last)}`,
  turnWord: 'turn',
  of: (last: number) => `of ${whole(last)}`,
  goTo: 'Go to turn',
  goToTitle: 'Type a turn and press Enter',
  back: 'Previous turn (←)',
  forward: 'Next turn (→)',
  previousEvent: 'To the previous event ([)',
  nextEvent: 'To the next event (])',
  divergence: 'To the first difference (D)',
  play: 'Play (Space)',
  pause: 'Pause (Space)',
  speed: 'Speed',
  speedTitle: 'Turns per second (< slower, > faster)',
  perSecond: (turns: number) => `${turns}/s`,
  perSecondSpoken: (turns: number) => (turns === 1 ? '1 turn per second' : `${turns} turns per second`),
  chart:
    'Lines: used share of the limit. Bars: tokens that arrive in each turn. Ticks: tall for edits, short for zone changes, spikes and budgets, a dot for alerts, a flag for checkpoints, a line across for a new window; red if needed context is missing. Press one to see its events.',
  lines: 'Used share of the limit',
  others: (count: number) => `${count} more`,
  used: (lane: string, part: string) => `${lane} ${part} used`,
  noPrompt: (lane: string) => `${lane} has no prompt`,
  tokens: 'tokens',
  evicted: (blocks: string, freed: string) => `evicted ${blocks}, ${freed}`,
  changed: (blocks: string, stages: readonly string[], freed: string, more: boolean) =>
    `changed ${blocks}${stages.length === 0 ? '' : ` by ${stages.join(', ')}`}, ${freed} ${more ? 'more' : 'freed'}`,
  event: (label: string) => `– ${label}`,
  more: (count: number) => `${whole(count)} more`,
  inSight: 'Visible turns',
  inSightTitle:
    'Drag to move, drag an edge to resize, drag outside to select other turns, double-click for all turns',
  firstInSight: 'First visible turn',
  lastInSight: 'Last visible turn',
  stretch: (first: string, last: string, count: string, turns: string) =>
    `turns ${first} to ${last}, ${count} of ${turns}`,
})

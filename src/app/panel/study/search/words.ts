import { counted, delta, money, share } from '../../../../view/index.ts'
import type { Total } from '../../../../sim/internal.ts'

/** Every word of the search over the settings of a lane. */
export const SEARCH_TEXT = Object.freeze({
  front: 'Cost against needed context of the tries',
  about:
    'Tries many settings of one lane and keeps those that no other beats: none of the others costs less and keeps as much, or keeps more for as little.',
  lane: 'Lane',
  tries: 'Tries',
  seeds: 'Conversations',
  varied: 'Settings that vary',
  setting: 'Setting',
  from: 'From',
  to: 'To',
  now: 'Now',
  fromOf: (key: string) => `${key}, from`,
  toOf: (key: string) => `${key}, to`,
  add: 'Vary another setting',
  choose: 'Choose …',
  fixed: (settings: number) =>
    settings === 0
      ? 'The lane reads no other number.'
      : `${counted(settings, 'other number')} of this lane ${settings === 1 ? 'stays as it is' : 'stay as they are'}.`,
  run: (tries: number) => `Search with ${tries} tries`,
  goOn: 'Go on',
  stop: 'Stop',
  progress: (done: number, all: number) => `${done} of ${counted(all, 'run')}`,
  failed: (why: string) => `The search stopped: ${why}`,
  none: 'Choose at least one setting to vary.',
  badRange: 'The end of a range must be above its start.',
  noKnobs: 'This lane has no numbers to vary.',
  unfit: 'Every run ended early or sent a request over the limit: there is nothing to compare.',
  answer: (tried: number, seeds: number, front: number, isScenario: boolean) =>
    `Of ${counted(tried, 'try', 'tries')}${isScenario ? ` on ${counted(seeds, 'conversation')}` : ''}, ${front === 1 ? 'one is' : `${front} are`} beaten by no other.`,
  beside: (label: string, { cost, needed }: Total, best: Total | null): string => {
    const own = `${label} as it is costs ${money(cost)} and keeps ${share(needed)} of the needed context`
    if (best === null) return `${own}: no try is cheaper and keeps as much.`
    return `${own}. The cheapest that keeps as much costs ${money(best.cost)} (${delta((best.cost / cost - 1) * 100, 1)} %) and keeps ${share(best.needed)}.`
  },
  caption: 'Settings that no other beats, and the lane as it is',
  number: 'No.',
  own: 'As it is',
  ownBest: 'as it is, and beaten by no other',
  cost: 'Cost per run',
  needed: 'Needed context present',
  lost: 'Constraints lost',
  lostTitle:
    'Constraints of the user of which a turn that needed them had nothing, over all conversations; in a log, rules that the user stated and the last request has lost',
  open: 'Open as a lane',
  openName: (number: number) => `Open no. ${number} as a lane`,
  full: 'There are six lanes already',
  copy: 'Copy YAML',
  copyName: (number: number) => `Copy the YAML of no. ${number}`,
  copied: 'Copied',
  point: (name: string, cost: number, needed: number | null) =>
    `${name}: ${money(cost)}, ${share(needed)} of the needed context`,
  other: 'Another try',
  plot: 'Cost per run, from left to right, and needed context present, from below. Filled and numbered: beaten by no other. Square: the lane as it is. Hollow: other tries that ran on all conversations.',
  note: 'The best of many tries looks better on the conversations that chose it than it is. Open it as a lane and compare it over other seeds or logs.',
})

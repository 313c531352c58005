import { whole } from '../../view/index.ts'

export const SCRUBBER_TEXT = Object.freeze({
  slider: 'Turn',
  turn: (turn: number, last: number) => `turn ${whole(turn)} of ${whole(last)}`,
  back: 'One turn back (←)',
  forward: 'One turn on (→)',
  previousEdit: 'To the event before ([)',
  nextEdit: 'To the next event (])',
  divergence: 'To the first difference (D)',
  play: 'Play (Space)',
  pause: 'Pause (Space)',
  speed: 'Speed',
  speedTitle: 'Turns per second (< slower, > faster)',
  perSecond: (turns: number) => `${turns}/s`,
  perSecondSpoken: (turns: number) => (turns === 1 ? '1 turn per second' : `${turns} turns per second`),
  chart:
    'Tokens that arrive in each turn (bars) and their velocity, the mean over five turns (line): the same in every lane. Ticks mark edits.',
})

import { counted, harmText, whole } from '../../../../view/index.ts'
import type { Harm, Worst } from '../../../../sim/internal.ts'
import type { ProgressReport } from '../../../../worker/protocol.ts'

/** Every word of the search for the worst conversation. */
export const WORST_TEXT = Object.freeze({
  about:
    'Makes conversations of every scenario with several seeds and parameters, runs the lane on each, and shrinks the worst to the smallest that still shows it.',
  lane: 'Lane',
  harm: 'What it does badly',
  harms: {
    needs: 'lacks what another lane has',
    thrash: 'evicts what is needed again soon',
    goal: 'loses the goal',
    cost: 'costs more than sending everything',
  } satisfies Record<Harm, string>,
  against: 'Other lane',
  tries: 'Tries',
  run: (tries: number) => `Try ${tries} conversations`,
  stop: 'Stop',
  steps: (step: NonNullable<ProgressReport['search']>, done: number, total: number): string =>
    step === 'try'
      ? `${done} of ${counted(total, 'conversation')}`
      : step === 'generator'
        ? `shrinking: ${counted(done, 'smaller conversation')} tried`
        : `shrinking: ${done} parts of at most ${total} tried`,
  stopped: 'The search was stopped.',
  failed: (why: string) => `The search stopped: ${why}`,
  bad: (label: string, { bad, window }: Worst, tries: number) =>
    `${label} does badly in ${bad} of ${counted(tries, 'conversation')}. The worst has a window of ${whole(window)} tokens.`,
  worst: 'Worst',
  smaller: 'Smallest of the generator',
  log: 'Smallest, as a log',
  size: (harm: Harm, messages: number, value: number) =>
    `${counted(messages, 'message')}, ${harmText(harm, value)}`,
  noLog: 'A log would not show it, or would not be smaller.',
  open: 'Open',
  openName: (what: string) => `Open: ${what}`,
  save: 'Save as a file',
  copy: 'Copy for the command line',
  copied: 'Copied',
})

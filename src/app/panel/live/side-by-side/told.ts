import type { Moment, Played } from '../../../../live/index.ts'
import type { MetricId } from '../../../../sim/index.ts'
import { counted, whole } from '../../../../view/index.ts'
import type { TaskPlay } from '../../../../worker/protocol.ts'

/** The last step of a task: that of its end, also if its request did not fit. */
export function lastStep({ moments, steps }: Pick<Played, 'moments' | 'steps'>): number {
  return Math.max(steps, moments.at(-1)?.step ?? 0)
}

/** The steps in which something happened, in order. */
export function tellingSteps({ moments }: Pick<Played, 'moments'>): readonly number[] {
  return [...new Set(moments.map(({ step }) => step))]
}

/** What happened in a step, in plain sentences; '' if the agent only went on. */
export function toldAt(play: TaskPlay, step: number): string {
  const here = play.moments.filter((one) => one.step === step)
  if (here.length === 0) return ''
  const has = (kind: Moment['kind']): boolean => here.some((one) => one.kind === kind)
  const context = {
    lost: has('asked'),
    gaveUp: has('asked-too-often'),
    isFirst: !has('task-left'),
    isTold: has('told'),
  }
  const [first = '', ...more] = here.flatMap((moment) => sentenceOf(moment, play, context) ?? [])
  return `Step ${whole(step)}: ${[first, ...more.map(capital)].join(' ')}`
}

/** Null for what another sentence of the step says. */
function sentenceOf(
  moment: Moment,
  play: TaskPlay,
  here: {
    readonly lost: boolean
    readonly gaveUp: boolean
    readonly isFirst: boolean
    readonly isTold: boolean
  },
): string | null {
  switch (moment.kind) {
    case 'task-left':
      return here.lost
        ? 'the task has left the window.'
        : 'the words of the task have left the window, but a summary still names it.'
    case 'asked':
      if (here.gaveUp) return null
      return here.isFirst ? 'it asks again what to do.' : 'The agent asks what to do.'
    case 'told':
      return 'the user repeats the task.'
    case 'read-again':
      return `${here.isTold ? 'then it' : 'it'} reads ${listOf(moment.paths)} again, because the text has left the window.`
    case 'finished':
      return `it finishes.${gradeOf(play)}`
    case 'gave-up':
      return 'the agent gives up: its window keeps losing what it needs.'
    case 'asked-too-often':
      return `it asks for the ${ordinal(play.asked)} time what to do, and the user gives up.`
    case 'overflow':
      return 'the request does not fit into the window, so the provider would refuse it.'
    case 'too-long':
      return 'it was stopped, because it does not come to an end.'
  }
}

/** The newest thing that happened up to a step; '' if nothing has. */
export function toldUpTo(play: TaskPlay, step: number): string {
  for (let at = step; at > 0; at -= 1) {
    const told = toldAt(play, at)
    if (told !== '') return told
  }
  return ''
}

/** How it ended, in a word or two. */
export function outcomeOf({ ending }: Pick<Played, 'ending'>): string {
  return OUTCOMES[ending]
}

const OUTCOMES: Readonly<Record<Played['ending'], string>> = {
  finished: 'finished',
  'gave-up': 'gave up',
  'asked-too-often': 'not finished',
  overflow: 'ran out of window',
  'too-long': 'not finished',
}

function capital(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}

/** Both ends, a sentence each: the better one first. */
export function compared(plays: readonly TaskPlay[]): readonly string[] {
  return plays
    .toSorted((a, b) => rank(a) - rank(b) || a.asked - b.asked || a.steps - b.steps || a.sent - b.sent)
    .map(sentenceAbout)
}

/** A right result is better than a wrong one, and any result than none. */
function rank({ ending, grade }: TaskPlay): number {
  if (ending !== 'finished') return 2
  return grade === null ? 0 : 1 - grade.right / Math.max(1, grade.of)
}

/** How it ended, in a sentence. */
export function sentenceAbout(play: TaskPlay): string {
  const { lane, steps, asked, readTwice, grade } = play
  const figure = (id: MetricId): string => lane.rows.find((row) => row.id === id)?.text ?? '–'
  const facts = [
    ...(grade === null ? [] : [partOf(grade)]),
    asked === 0 ? 'never asked for its task' : `asked for its task ${times(asked)}`,
    ...(readTwice.length === 0 ? [] : [`${counted(readTwice.length, 'file')} read again`]),
    `${figure('prompt-tokens')} tokens sent`,
    figure('cost'),
  ]
  return `${lane.label} ${ENDS[play.ending]} ${counted(steps, 'step')}: ${facts.join(', ')}.`
}

function partOf({ right, of, what }: NonNullable<Played['grade']>): string {
  return `${whole(right)} of ${whole(of)} ${what}`
}

function gradeOf({ grade }: TaskPlay): string {
  return grade === null ? '' : ` ${partOf(grade)}.`
}

const ENDS: Readonly<Record<Played['ending'], string>> = {
  finished: 'finished in',
  'gave-up': 'gave up after',
  'asked-too-often': 'did not finish in',
  overflow: 'ran out of window after',
  'too-long': 'did not finish in',
}

function times(count: number): string {
  return count === 1 ? 'once' : count === 2 ? 'twice' : `${whole(count)} times`
}

function ordinal(count: number): string {
  const ends = count % 100 > 10 && count % 100 < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][count % 10] ?? 'th')
  return `${whole(count)}${ends}`
}

/** Names listed in a sentence. */
const LISTED = 2

function listOf(paths: readonly string[]): string {
  const rest = paths.length - LISTED
  const shown = paths.slice(0, LISTED)
  return rest > 0 ? `${shown.join(', ')} and ${counted(rest, 'more file')}` : shown.join(' and ')
}

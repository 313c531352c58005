import type { TaskPlay } from '../../../../worker/protocol.ts'
import { laneStills } from '../../../picture/still/lane-stills.ts'
import type { Still, StillSubject } from '../../../picture/still/still.ts'
import { lastStep, sentenceAbout, toldUpTo } from './told.ts'

/** What a side's strategy keeps up to a step, with what has become of its task. */
export function stillOfSide(subject: StillSubject, play: TaskPlay, step: number): Still | null {
  const [still] = laneStills(subject)
  const { label } = subject.lane
  const told = step < lastStep(play) ? toldUpTo(play, step) : sentenceAbout(play)
  const title = told.startsWith(label) ? told : `${label}. ${told}`
  return still === undefined ? null : { ...still, title }
}

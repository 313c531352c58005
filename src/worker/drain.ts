/** How work is cut into slices: a clock in milliseconds, and a way to let waiting messages in. */
export interface Pace {
  readonly now: () => number
  readonly pause: () => Promise<void>
}

/** Milliseconds of work between two pauses: two frames, so that a cancel is heard before it is felt. */
const SLICE = 30

/** What is under way for one request. */
export interface Job {
  readonly id: number
  /** True once the job was cancelled or overtaken. */
  stopped: boolean
}

/** Thrown inside a job that was stopped; never leaves the door. */
export class Stopped extends Error {
  override readonly name = 'Stopped'
}

/**
 * Runs a generator to its end in slices of about 30 ms, with a pause after each.
 *
 * @param report called with the newest step at each pause
 * @throws Stopped at the pause after the job was stopped
 */
export async function drain<Step, Result>(
  steps: Iterator<Step, Result>,
  job: Job,
  pace: Pace,
  report: (step: Step) => void,
): Promise<Result> {
  let began = pace.now()
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
    if (pace.now() - began < SLICE) continue
    report(step.value)
    await breathe(job, pace)
    began = pace.now()
  }
}

/** Lets waiting messages in. Throws Stopped when one of them stopped the job. */
export async function breathe(job: Job, pace: Pace): Promise<void> {
  await pace.pause()
  if (job.stopped) throw new Stopped('the job was stopped')
}

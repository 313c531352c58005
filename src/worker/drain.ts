/** How work is split into slices: a clock in milliseconds, and a way to handle waiting messages. */
export interface Pace {
  readonly now: () => number
  readonly pause: () => Promise<void>
}

/**
 * Milliseconds of work between two pauses: half a frame, so that the next position of a knob stops the run of the
 * previous one.
 */
const SLICE = 8

/** Milliseconds between two reports: two frames, because nobody reads faster and each is a message to the page. */
const REPORT = 30

/** The work for one request. */
export interface Job {
  readonly id: number
  /** True once the job was cancelled or replaced. */
  stopped: boolean
}

/** Thrown inside a job that was stopped; never leaves the door. */
export class Stopped extends Error {
  override readonly name = 'Stopped'
}

/**
 * Runs a generator to its end in slices of about 8 ms, or of one longer step, with a pause after each.
 *
 * @param report called with the newest step at a pause, at most every 30 ms
 * @throws Stopped at the pause after the job was stopped
 */
export async function drain<Step, Result>(
  steps: Iterator<Step, Result>,
  job: Job,
  pace: Pace,
  report: (step: Step) => void,
): Promise<Result> {
  const slice = sliced(job, pace, report)
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
    const pausing = slice(step.value)
    if (pausing !== undefined) await pausing
  }
}

/**
 * The same slices for work that is not a generator: called after every step, it returns a promise to wait for, if any.
 */
export function sliced<Step>(
  job: Job,
  pace: Pace,
  report: (step: Step) => void,
): (step: Step) => Promise<void> | undefined {
  let began = pace.now()
  let reported = began
  return (step) => {
    const now = pace.now()
    if (now - began < SLICE) return undefined
    if (now - reported >= REPORT) {
      report(step)
      reported = now
    }
    return breathe(job, pace).then(() => {
      began = pace.now()
    })
  }
}

/** Handles waiting messages. Throws Stopped if one of them stopped the job. */
export async function breathe(job: Job, pace: Pace): Promise<void> {
  await pace.pause()
  if (job.stopped) throw new Stopped('the job was stopped')
}

import { ProblemError } from '../engine/index.ts'
import type { Answer, Ask } from '../engine/index.ts'
import { replyOf } from '../sim/internal.ts'
import { Stopped } from './drain.ts'
import type { Job } from './drain.ts'
import type { Said, SimReply } from './protocol.ts'

/** Requests to a model that wait for the page, at most one per job. */
export interface Waiting {
  /**
   * @throws Stopped if the job is stopped, NoAnswer if the page says why there can be none, and a ModelFailure for an
   *   answer that is a recorded failure
   */
  ask(job: Job, lane: string, ask: Ask): Promise<Answer>
  /** Passes on the page's reply; a reply that nobody waits for any more is dropped. */
  answered(message: Said & { readonly id: number; readonly n: number }): void
  /** Ends the waiting of a stopped job. */
  stop(job: Job): void
}

/** The page's reason why there is no answer and the run cannot continue. A later request may get one. */
export class NoAnswer extends ProblemError {
  override readonly name = 'NoAnswer'
}

export function createWaiting(post: (reply: SimReply) => void): Waiting {
  const open = new Map<
    number,
    {
      readonly n: number
      readonly resolve: (answer: Answer) => void
      readonly reject: (reason: Error) => void
    }
  >()
  let last = 0
  return {
    async ask(job, lane, ask) {
      if (job.stopped) throw stopped()
      const n = ++last
      const { id } = job
      const answer = new Promise<Answer>((resolve, reject) => open.set(id, { n, resolve, reject }))
      post({ kind: 'asking', id, lane, n, ask })
      return answer
    },
    answered({ id, n, ...said }) {
      const found = open.get(id)
      if (found?.n !== n) return
      open.delete(id)
      if ('stop' in said) found.reject(new NoAnswer(said.stop))
      else
        try {
          found.resolve(replyOf(said.reply))
        } catch (failure) {
          found.reject(failure as Error)
        }
    },
    stop({ id }) {
      open.get(id)?.reject(stopped())
      open.delete(id)
    },
  }
}

function stopped(): Stopped {
  return new Stopped('the job was stopped during a model call')
}

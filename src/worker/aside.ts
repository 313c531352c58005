import { fetched } from './conversation.ts'
import type { Job, Pace } from './drain.ts'
import type { ProgressReport, SimReply, SimRequest } from './protocol.ts'

/** The answer to a request with runs of its own, which are not kept. Its code is loaded with the first of its kind. */
export async function ranAside(
  request: Extract<SimRequest, { kind: 'measure' | 'play' | 'worst' }>,
  job: Job,
  pace: Pace,
  progress: (report: ProgressReport) => void,
): Promise<SimReply> {
  const { id } = job
  if (request.kind === 'play') {
    const { playTask } = await fetched('the mock agents', () => import('./play-task.ts'))
    return { kind: 'played', id, plays: await playTask(request, job, pace, progress) }
  }
  if (request.kind === 'worst') {
    const { worstFor } = await fetched('the generators', () => import('./worst-for.ts'))
    return { kind: 'worst', id, worst: await worstFor(request, job, pace, progress) }
  }
  const { measureLog } = await fetched('the study', () => import('./measure-log.ts'))
  return { kind: 'measured', id, logs: await measureLog(request, job, pace, progress) }
}

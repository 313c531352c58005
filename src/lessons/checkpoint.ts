import { bootstrapText } from '../engine/internal.ts'
import type { Checkpoint } from '../engine/index.ts'

export type Room = Parameters<typeof bootstrapText>[1]

/** The bootstrap has progress but no constraints. */
export const bootstrapOmits = Object.freeze({
  bootstrap({ window, version, goal, subtasks, decisions, open, summary }: Checkpoint): string {
    const titles = (status: string): string[] =>
      subtasks.filter((subtask) => subtask.status === status).map(({ title }) => title)
    return [
      `Window ${window}, version ${version}: ${goal}`,
      ...titles('done')
        .slice(-10)
        .map((title) => `Done: ${title}`),
      `Current: ${titles('in_progress')[0] ?? ''}`,
      ...titles('planned')
        .slice(0, 10)
        .map((title) => `To do: ${title}`),
      ...open.map(({ what }) => `Open: ${what}`),
      ...decisions.slice(-5).map(({ what }) => `Decided: ${what}`),
      summary,
    ].join('\n')
  },
})

/** The version restarts with every overflow. */
export const everyVersionTwo = Object.freeze({
  version(): number {
    const fresh = 1
    return fresh + 1
  },
})

/** A step has no status, so the next window reads every one as done, also those that were only planned. */
export const plansAsDone = Object.freeze({
  bootstrap(checkpoint: Checkpoint, room: Room): string {
    const subtasks = checkpoint.subtasks.map(({ title }) => ({ title, status: 'done' as const }))
    return bootstrapText({ ...checkpoint, subtasks }, room).text
  },
})

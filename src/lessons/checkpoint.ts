import type { Checkpoint } from '../engine/index.ts'
import type { AsWritten } from './entry.ts'

/** A bootstrap that tells progress and forgets what bounds it. */
export const bootstrapOmits = Object.freeze({
  name: 'bootstrap_omits',
  article: 'Agent Context Window Management',
  rule: 'CROSS-4',
  defect:
    'The text of a new window has goal, progress, issues and decisions, but no constraints, criteria or learnings.',
  harm: 'The new window breaks a constraint that the checkpoint holds, and repeats what was learned not to work.',
  fix: 'Every field is written; what has no room is counted in the text and handed back.',
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
} satisfies AsWritten & Record<string, unknown>)

/** A version that begins again with every overflow. */
export const everyVersionTwo = Object.freeze({
  name: 'every_version_two',
  article: 'Agent Context Window Management',
  rule: 'CROSS-2',
  defect: 'Each overflow makes a new checkpoint of version 1 and counts it up once before it is saved.',
  harm: 'Every file says version 2, so none is older than another and a stale one is resumed without warning.',
  fix: 'A save takes the newest known version plus one, and an older file is refused.',
  version(): number {
    const fresh = 1
    return fresh + 1
  },
} satisfies AsWritten & Record<string, unknown>)

/** The checkpoint's rules as “Agent Context Window Management” writes them. */
export const checkpointAsWritten: readonly AsWritten[] = Object.freeze([bootstrapOmits, everyVersionTwo])

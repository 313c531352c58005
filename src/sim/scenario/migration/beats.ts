import type { Deed } from '../telling/deed.ts'
import type { MigrationStory } from './story.ts'
import { readClient } from './beat.ts'
import type { Beat } from './beat.ts'
import { clientWork } from './clients.ts'
import { preparation } from './preparation.ts'
import { wrapUp } from './wrap-up.ts'
import written from './beats.json' with { type: 'json' }

/** Names of the extra steps. */
export const EXTRAS: readonly string[] = Object.freeze(written)

/** The steps of the migration in order, with enough extra ones to make `turns`, in the order of the plan. */
export function migrationBeats(story: MigrationStory, turns: number): (() => void)[] {
  const work = clientWork(story)
  const phases = { preparation: preparation(story), clients: work, 'wrap-up': wrapUp(story) }
  const beats = Object.values(phases).flat()
  const needed = turns - beats.filter((beat) => beat.extra === null).length
  const taken = new Set(story.plan.extras.slice(0, Math.max(0, needed)))
  const told = beats.filter((beat) => beat.extra === null || taken.has(beat.extra))
  const start = told.findIndex((beat) => beat === work[0])
  const opening = new Map(
    Object.entries(phases).map(([phase, own]) => [told.find((beat) => own.includes(beat)), phase]),
  )
  return told.map((beat, index) => () => {
    const phase = opening.get(beat)
    if (phase !== undefined) story.agent.recorder.begin(phase)
    beat.play(
      told.flatMap((later, at) =>
        readingOf(story, later, at, start) === index ? readBegun(story, later) : [],
      ),
    )
  })
}

/**
 * The step in which the client of a later step is read, along with other calls: two or three replies earlier, so that
 * its text is needed one or two turns after it arrived. It is never before the work on clients starts.
 */
function readingOf(story: MigrationStory, later: Beat, at: number, start: number): number {
  if (later.begins === null) return -1
  const ahead = story.chance('structure', `read ahead ${later.begins.name}`).integer(2, 3)
  return Math.max(start, at - ahead)
}

function readBegun(story: MigrationStory, later: Beat): Deed[] {
  return later.begins === null ? [] : [readClient(story, later.begins)]
}

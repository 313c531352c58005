import type { Ratio, ToolDefinition } from '../../../engine/index.ts'
import { Agenda } from './agenda.ts'
import { callIdsOf, chanceOf, paceOf } from './chance.ts'
import type { Chance } from './chance.ts'
import { Recorder } from './recorder.ts'
import { TRACE_START, valuesOf } from './scenario.ts'
import type { Scenario, Values } from './scenario.ts'

/** What a story is told with: the record it goes into, the times at which facts are needed again, and chance. */
export interface Stage {
  readonly recorder: Recorder
  readonly agenda: Agenda
  readonly chance: Chance
  /** Values of the parameters. */
  readonly value: Values
}

/** The story of one conversation, after chance and the parameters are applied. */
export interface Plot {
  /** How many turns of the main window the story takes: nothing is needed again after them. */
  readonly turns: number
  /** The system prompt of the main window. */
  readonly system: string
  readonly tools: readonly ToolDefinition[]
  /** The model that the requests name; missing: none. */
  readonly model?: string
  /** Plays the story, exchange by exchange. */
  readonly play: (stage: Stage) => void
}

/** The specific parts of a scenario; the rest is the same for all of them. */
export interface Told<Name extends string> extends Omit<Scenario<Name>, 'generate'> {
  /** Share of long gaps among those drawn in addition to the story's own. */
  readonly longShare: Ratio
  /** Whether turns say when their request was sent. */
  readonly sent?: true
  readonly plot: (chance: Chance, value: Values) => Plot
}

/** A scenario from its declaration. */
export function told<const Name extends string>(declared: Told<Name>): Scenario<Name> {
  const { longShare, plot, sent = false, ...about } = declared
  const { name, title, parameters } = about
  return Object.freeze({
    ...about,
    generate: (seed: number, overrides: Readonly<Record<string, number>> = {}) => {
      const value = valuesOf(name, parameters, overrides)
      const chance = chanceOf(name, seed)
      const { turns, system, tools, model, play } = plot(chance, value)
      const pace = paceOf(chance, value('human_minutes'))
      const recorder = new Recorder(TRACE_START, pace, callIdsOf(chance), sent)
      play({ recorder, agenda: new Agenda(chance, value('reuse'), turns - 1, longShare), chance, value })
      return recorder.trace({
        source: { name, title, seed, ...(Object.keys(overrides).length > 0 && { overrides }) },
        system,
        tools,
        ...(model !== undefined && { model }),
      })
    },
  })
}

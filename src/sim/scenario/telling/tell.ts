import type { Ratio, Turn } from '../../../engine/index.ts'
import { AGENT_TOOLS, SYSTEM_PROMPT } from '../text/agent.ts'
import type { Domain } from '../text/domains.ts'
import { expand } from '../text/expand.ts'
import { Agenda } from './agenda.ts'
import { callIdsOf, chanceOf, paceOf } from './chance.ts'
import type { Chance } from './chance.ts'
import { CodingAgent } from './coding-agent.ts'
import { Recorder } from './recorder.ts'
import { CODING_PARAMETERS, TRACE_START, valuesOf } from './scenario.ts'
import type { Parameter, Scenario, Values } from './scenario.ts'
import type { SourceFile } from './source-file.ts'
import { Voice } from './voice.ts'
import { Workspace } from './workspace.ts'

/** The story of one conversation, after chance and the parameters are applied. */
export interface Plot {
  /** The service that the agent works on. */
  readonly domain: Domain
  /** How many turns the story takes. */
  readonly turns: number
  /** Files at the start. */
  readonly files: readonly SourceFile[]
  /** Plays the story, exchange by exchange. */
  readonly play: (agent: CodingAgent) => void
}

/** The specific parts of a scenario with a coding agent; the rest is the same for all of them. */
export interface Told<Name extends string> extends Omit<Scenario<Name>, 'generate'> {
  /** Share of long gaps among those drawn in addition to the story's own. */
  readonly longShare: Ratio
  readonly plot: (chance: Chance, value: Values) => Plot
}

/** A scenario in which a coding agent works on a service, with the common parameters. */
export function told<const Name extends string>({ longShare, plot, ...about }: Told<Name>): Scenario<Name> {
  const { name, title } = about
  const parameters: Readonly<Record<string, Parameter>> = { ...about.parameters, ...CODING_PARAMETERS }
  return Object.freeze({
    ...about,
    parameters,
    generate: (seed: number, overrides: Readonly<Record<string, number>> = {}) => {
      const value = valuesOf(name, parameters, overrides)
      const chance = chanceOf(name, seed)
      const { domain, turns, files, play } = plot(chance, value)
      const recorder = new Recorder(TRACE_START, paceOf(chance, value('human_minutes')), callIdsOf(chance))
      const last: Turn = turns - 1
      const agent = new CodingAgent(
        {
          workspace: new Workspace(),
          recorder,
          agenda: new Agenda(chance, value('reuse'), last, longShare),
          voice: new Voice(chance),
          chance,
        },
        { thinking: value('thinking') },
      )
      for (const file of files) agent.settle(file)
      play(agent)
      const slots = new Map([
        ['service', domain.service],
        ['purpose', domain.purpose],
      ])
      const system = expand(SYSTEM_PROMPT, (slot) => slots.get(slot), chance('text', 'system'))
      return recorder.trace({ name, title, seed, system, tools: AGENT_TOOLS })
    },
  })
}

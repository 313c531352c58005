import type { ToolDefinition } from '../../../engine/index.ts'
import { AGENT_TOOLS, SYSTEM_PROMPT } from '../text/agent.ts'
import type { Domain } from '../text/domains.ts'
import { expand } from '../text/expand.ts'
import type { Chance } from './chance.ts'
import { CodingAgent } from './coding-agent.ts'
import { sharedParameters } from './scenario.ts'
import type { Values } from './scenario.ts'
import type { SourceFile } from './source-file.ts'
import { told } from './tell.ts'
import type { Plot, Stage, Told } from './tell.ts'
import { Voice } from './voice.ts'
import { Workspace } from './workspace.ts'

/** The story of a coding agent. */
export interface CodingPlot {
  /** The service that the agent works on. */
  readonly domain: Domain
  /** How many turns the story takes. */
  readonly turns: number
  /** Files at the start. */
  readonly files: readonly SourceFile[]
  /** Tools besides those of every coding agent. */
  readonly tools?: readonly ToolDefinition[]
  /** Plays the story, exchange by exchange. */
  readonly play: (agent: CodingAgent, stage: Stage) => void
}

/** Parameters that all scenarios of a coding agent share. */
const CODING = sharedParameters('result_scale', 'reuse', 'thinking', 'human_minutes')

/** A scenario in which a coding agent works on a service, with the common parameters. */
export function toldCoding<const Name extends string>({
  plot,
  ...about
}: Omit<Told<Name>, 'plot'> & { readonly plot: (chance: Chance, value: Values) => CodingPlot }) {
  return told<Name>({
    ...about,
    parameters: { ...about.parameters, ...CODING },
    plot: (chance, value): Plot => {
      const { domain, turns, files, tools = [], play } = plot(chance, value)
      const slots = new Map([
        ['service', domain.service],
        ['purpose', domain.purpose],
      ])
      return {
        turns,
        system: expand(SYSTEM_PROMPT, (slot) => slots.get(slot), chance('text', 'system')),
        tools: [...AGENT_TOOLS, ...tools],
        play: (stage) => {
          const workspace = new Workspace()
          const agent = new CodingAgent(
            { ...stage, workspace, voice: new Voice(chance) },
            { thinking: value('thinking') },
          )
          for (const file of files) agent.settle(file)
          play(agent, stage)
        },
      }
    },
  })
}

import { Agenda } from './telling/agenda.ts'
import { callIdsOf, chanceOf, paceOf } from './telling/chance.ts'
import { CodingAgent } from './telling/coding-agent.ts'
import { playBeat } from './coding/beats.ts'
import { planCoding } from './coding/plan.ts'
import { codingRepository } from './coding/repository.ts'
import { CodingStory } from './coding/story.ts'
import { Recorder } from './telling/recorder.ts'
import { ruleOf, ruleValues } from './telling/rule.ts'
import { CODING_PARAMETERS, TRACE_START, valuesOf } from './telling/scenario.ts'
import type { Scenario } from './telling/scenario.ts'
import { AGENT_TOOLS, SYSTEM_PROMPT } from './text/agent.ts'
import { expand } from './text/expand.ts'
import { Voice } from './telling/voice.ts'
import { Workspace } from './telling/workspace.ts'

const NAME = 'long-coding'
const TITLE = 'A long coding session'

/** Of the gaps drawn besides the story's own, which are mostly long. */
const LONG_SHARE = 0.2

const PARAMETERS = Object.freeze({
  turns: { default: 200, min: 80, max: 400, whole: true, meaning: 'Middle of the range of turns.' },
  spread: {
    default: 50,
    min: 0,
    max: 50,
    whole: true,
    meaning: 'How many turns a conversation may be shorter or longer; the seed decides.',
  },
  ...CODING_PARAMETERS,
})

/**
 * A day of orders on one service: read-heavy, with edits that make earlier reads worthless, failing tests,
 * parallel calls, and rules that hold from the first message to the last.
 */
export const longCoding: Scenario = Object.freeze({
  name: NAME,
  title: TITLE,
  sentence:
    'Most tokens are files that were read once or are out of date: masking old results saves much and loses little, while summaries of everything cost calls and lose the rules.',
  parameters: PARAMETERS,
  generate: (seed: number, overrides: Readonly<Record<string, number>> = {}) => {
    const value = valuesOf(NAME, PARAMETERS, overrides)
    const chance = chanceOf(NAME, seed)
    const plan = planCoding(chance, {
      least: value('turns') - value('spread'),
      most: value('turns') + value('spread'),
    })
    const values = ruleValues(plan.domain, chance)
    const files = codingRepository(plan, chance, value('result_scale'))
    const recorder = new Recorder(TRACE_START, paceOf(chance, value('human_minutes')), callIdsOf(chance))
    const agenda = new Agenda(chance, value('reuse'), plan.turns - 1, LONG_SHARE)
    const agent = new CodingAgent(
      { workspace: new Workspace(), recorder, agenda, voice: new Voice(chance), chance },
      { thinking: value('thinking') },
    )
    for (const file of files) agent.settle(file)
    const story = new CodingStory({ agent, plan, chance, values, files }, value('result_scale'))
    for (const subtask of plan.subtasks) {
      const templates = [
        ...(subtask.number === 0 ? plan.rules : []),
        ...(subtask.rule === null ? [] : [subtask.rule]),
      ]
      const come = templates.map((it) => ruleOf(it, values, chance))
      const { template, entity } = subtask
      recorder.begin(template === null ? `Review of ${entity}` : `${template.id} of ${entity}`)
      const order = story.open(subtask, come)
      for (const beat of subtask.beats) playBeat(story, order, beat, story.rules)
    }
    const about = new Map([
      ['service', plan.domain.service],
      ['purpose', plan.domain.purpose],
    ])
    const system = expand(SYSTEM_PROMPT, (name) => about.get(name), chance('text', 'system'))
    return recorder.trace({ name: NAME, title: TITLE, seed, system, tools: AGENT_TOOLS })
  },
})

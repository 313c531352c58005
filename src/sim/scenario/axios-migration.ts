import { Agenda } from './telling/agenda.ts'
import { callIdsOf, chanceOf, paceOf } from './telling/chance.ts'
import { CodingAgent } from './telling/coding-agent.ts'
import { EXTRAS, migrationBeats } from './migration/beats.ts'
import { planMigration } from './migration/plan.ts'
import { migrationRepository } from './migration/repository.ts'
import { MigrationStory } from './migration/story.ts'
import { Recorder } from './telling/recorder.ts'
import { ruleOf, ruleValues } from './telling/rule.ts'
import { CODING_PARAMETERS, TRACE_START, valuesOf } from './telling/scenario.ts'
import type { Scenario } from './telling/scenario.ts'
import { AGENT_TOOLS, SYSTEM_PROMPT } from './text/agent.ts'
import { USER_SERVICE } from './text/domains.ts'
import { expand } from './text/expand.ts'
import { Voice } from './telling/voice.ts'
import { Workspace } from './telling/workspace.ts'

const NAME = 'axios-migration'
const TITLE = 'Migration from axios to fetch'

/** Of the gaps drawn besides the story's own, which are mostly long. */
const LONG_SHARE = 0.3

const PARAMETERS = Object.freeze({
  turns: { default: 56, min: 50, max: 60, whole: true, meaning: 'Turns of the conversation.' },
  ...CODING_PARAMETERS,
})

/**
 * The example of “Agent Context Window Management” told anew: an agent moves the HTTP clients of user-service from
 * axios to fetch and has to keep the error handling and the user's rules in mind until the end.
 */
export const axiosMigration: Scenario = Object.freeze({
  name: NAME,
  title: TITLE,
  sentence:
    'Rules from the first message decide details fifty turns later: strategies that keep the task and the rules finish, strategies that keep only what is recent or large do not.',
  parameters: PARAMETERS,
  generate: (seed: number, overrides: Readonly<Record<string, number>> = {}) => {
    const value = valuesOf(NAME, PARAMETERS, overrides)
    const chance = chanceOf(NAME, seed)
    const plan = planMigration(chance, EXTRAS)
    const values = ruleValues(USER_SERVICE, chance)
    const rules = plan.rules.map((templates) => templates.map((it) => ruleOf(it, values, chance)))
    const withBridge = rules.flat().some((rule) => rule.id === 'frozen-client')
    const repository = migrationRepository(chance, values, withBridge, value('result_scale'))
    const recorder = new Recorder(TRACE_START, paceOf(chance, value('human_minutes')), callIdsOf(chance))
    const agenda = new Agenda(chance, value('reuse'), value('turns') - 1, LONG_SHARE)
    const agent = new CodingAgent(
      { workspace: new Workspace(), recorder, agenda, voice: new Voice(chance), chance },
      { thinking: value('thinking') },
    )
    for (const file of repository.files) agent.settle(file)
    const story = new MigrationStory({ agent, plan, repository, rules, chance }, value('result_scale'))
    for (const play of migrationBeats(story, value('turns'))) play()
    const about = new Map([
      ['service', USER_SERVICE.service],
      ['purpose', USER_SERVICE.purpose],
    ])
    const system = expand(SYSTEM_PROMPT, (name) => about.get(name), chance('text', 'system'))
    return recorder.trace({ name: NAME, title: TITLE, seed, system, tools: AGENT_TOOLS })
  },
})

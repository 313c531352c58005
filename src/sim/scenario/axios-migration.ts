import { EXTRAS, migrationBeats } from './migration/beats.ts'
import { planMigration } from './migration/plan.ts'
import { migrationRepository } from './migration/repository.ts'
import { MigrationStory } from './migration/story.ts'
import { ruleOf, ruleValues } from './telling/rule.ts'
import { toldCoding } from './telling/tell-coding.ts'
import { USER_SERVICE } from './text/domains.ts'

/**
 * Retells the example of “Agent Context Window Management”: an agent moves the HTTP clients of user-service from axios
 * to fetch and has to remember the error handling and the user's rules until the end.
 */
export const axiosMigration = toldCoding({
  name: 'axios-migration',
  title: 'Migration from axios to fetch',
  label: 'Axios migration',
  sentence:
    'An agent moves a code base from axios to fetch. Rules from the first message decide details fifty turns later.',
  shows:
    'Whether rules and findings of the beginning are still in context when the work is checked at the end.',
  group: 'coding',
  parameters: {
    turns: { default: 56, min: 50, max: 60, whole: true, meaning: 'Turns of the conversation.' },
  },
  longShare: 0.3,
  plot: (chance, value) => {
    const plan = planMigration(chance, EXTRAS)
    const values = ruleValues(USER_SERVICE, chance)
    const rules = plan.rules.map((templates) => templates.map((it) => ruleOf(it, values, chance)))
    const withBridge = rules.flat().some((rule) => rule.id === 'frozen-client')
    const scale = value('result_scale')
    const repository = migrationRepository(chance, values, withBridge, scale)
    return {
      domain: USER_SERVICE,
      turns: value('turns'),
      files: repository.files,
      play: (agent) => {
        const story = new MigrationStory({ agent, plan, repository, rules, chance }, scale)
        for (const play of migrationBeats(story, value('turns'))) play()
      },
    }
  },
})

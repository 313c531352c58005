import { playBeat } from './coding/beats.ts'
import { planCoding } from './coding/plan.ts'
import { codingRepository } from './coding/repository.ts'
import { CodingStory } from './coding/story.ts'
import { ruleOf, ruleValues } from './telling/rule.ts'
import { toldCoding } from './telling/tell-coding.ts'

/** Fewer turns do not hold every kind of scene. */
const SHORTEST = 50

/**
 * A day of requests on one service: many reads, edits that make earlier reads obsolete, failing tests, parallel calls,
 * and rules that hold from the first message to the last.
 */
export const longCoding = toldCoding({
  name: 'long-coding',
  title: 'A long coding session',
  label: 'Long coding session',
  sentence:
    'A day of orders on one service. Most tokens are files that were read once or are now out of date.',
  shows:
    'How much old tool output can be evicted before something is missing, and what summaries add to that.',
  group: 'coding',
  parameters: {
    turns: { default: 200, min: 80, max: 400, whole: true, meaning: 'Middle of the range of turns.' },
    spread: {
      default: 50,
      min: 0,
      max: 50,
      whole: true,
      meaning: 'How many turns a conversation may be shorter or longer, but not below 50; the seed decides.',
    },
  },
  longShare: 0.2,
  plot: (chance, value) => {
    const plan = planCoding(chance, {
      least: Math.max(SHORTEST, value('turns') - value('spread')),
      most: value('turns') + value('spread'),
    })
    const values = ruleValues(plan.domain, chance)
    const scale = value('result_scale')
    const files = codingRepository(plan, chance, scale)
    return {
      domain: plan.domain,
      turns: plan.turns,
      files,
      play: (agent) => {
        const story = new CodingStory({ agent, plan, chance, values, files }, scale)
        for (const subtask of plan.subtasks) {
          const { number, rule, template, entity, beats } = subtask
          const come = [...(number === 0 ? plan.rules : []), ...(rule === null ? [] : [rule])]
          agent.recorder.begin(template === null ? `Review of ${entity}` : `${template.id} of ${entity}`)
          const order = story.open(
            subtask,
            come.map((it) => ruleOf(it, values, chance)),
          )
          for (const beat of beats) playBeat(story, order, beat, story.rules)
        }
      },
    }
  },
})

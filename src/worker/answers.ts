import { loadOpenAi } from '../engine/internal.ts'
import { costOfRun, explain, referencesOf } from '../sim/index.ts'
import { besideRecorded, paybacks } from '../sim/internal.ts'
import type { Timeline } from '../sim/index.ts'
import { fetched } from './conversation.ts'
import { known, reached } from './problem.ts'
import type { AnsweredThen, Questions } from './protocol.ts'

type AtOnce = AnsweredThen<'at-once'>

/** Handlers of the questions that are answered at once. Each throws for something that the run does not have. */
export const answers: {
  readonly [Name in AtOnce]: (
    timeline: Timeline,
    about: Questions[Name]['about'],
  ) => Questions[Name]['answer'] | Promise<Questions[Name]['answer']>
} = {
  explain: (timeline, { turn }) => explain(timeline, reached(timeline, turn)),
  text: (timeline, { block, tick }) => timeline.textOf(block, tick),
  async request(timeline, { turn, provider }) {
    const at = reached(timeline, turn)
    if (provider !== 'anthropic') await fetched('what writes requests to OpenAI', loadOpenAi)
    return timeline.messagesAt(at, provider)
  },
  prompt: (timeline, { turn }) => timeline.promptAt(reached(timeline, turn)),
  references: (timeline, { block }) => referencesOf(timeline, known(timeline, block)),
  cost: (timeline, { model, term, pace, brief = false }) => {
    const cost = costOfRun(timeline.data, {
      ...(model === undefined ? {} : { model }),
      ...(term === undefined ? {} : { term }),
      ...(pace === undefined ? {} : { pace }),
    })
    if (brief) return { cost: { ...cost, calls: [] }, paybacks: [], recorded: null }
    return { cost, paybacks: paybacks(timeline, cost), recorded: besideRecorded(timeline, cost) }
  },
  async sizes(timeline, { turn }) {
    const at = reached(timeline, turn)
    const { sizesAt } = await fetched('what counts a request', () => import('./sizes.ts'))
    return sizesAt(timeline, at)
  },
}

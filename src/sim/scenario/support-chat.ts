import { Conversation } from './telling/exchange.ts'
import type { Exchange } from './telling/exchange.ts'
import { sharedParameters } from './telling/scenario.ts'
import { plotOf } from './telling/plot.ts'
import { told } from './telling/tell.ts'
import written from './text/story/support-chat.json' with { type: 'json' }

const OPENING = written.opening as Exchange
const EARLY = written.early as readonly Exchange[]
const TOPICS = written.topics as readonly Exchange[]
const READ_BACK = written.readBack as Exchange
const LAST = written.last as Exchange

/** A customer and the support of a shop: small results, and rules from the first minutes that decide the last booking. */
export const supportChat = told({
  name: 'support-chat',
  title: 'A support chat with rules at the start',
  label: 'Support chat',
  sentence:
    'A customer settles many small things. What was asked for in the first minutes has to hold for every booking.',
  shows:
    'Whether a strategy keeps short messages of the user that matter to the end, when nothing in the window is large.',
  group: 'chat',
  parameters: {
    turns: { default: 64, min: 16, max: 80, whole: true, meaning: 'Turns of the conversation.' },
    ...sharedParameters('reuse', 'thinking', 'human_minutes'),
  },
  longShare: 0.5,
  sent: true,
  plot: plotOf(written, (teller, { chance }, turns) => {
    const chat = new Conversation(teller)
    const rules = chance('structure', 'rules').shuffle(EARLY)
    chat.play(OPENING)
    for (const rule of rules) chat.play(rule)
    chat.goOn(TOPICS, turns - 2, 4)
    const uses = rules.map(({ id }) => id)
    const points = uses.map((id) => `- ${chat.fact(id).recall[0] ?? ''}`).join('\n')
    chat.play({ ...READ_BACK, reply: READ_BACK.reply.replace('$readback', () => points), uses })
    chat.play(LAST)
  }),
})

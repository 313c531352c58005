import { Conversation } from './telling/exchange.ts'
import type { Exchange } from './telling/exchange.ts'
import { sharedParameters } from './telling/scenario.ts'
import { told } from './telling/tell.ts'
import { conversationValues, Teller } from './telling/teller.ts'
import type { FactTemplate } from './telling/teller.ts'
import { textsOf } from './text/lines.ts'
import written from './text/story/long-chat.json' with { type: 'json' }

/** A subject that two people stay with for a while. */
type Thread = readonly { readonly u: string; readonly r: string; readonly f?: readonly FactTemplate[] }[]

const SYSTEM = textsOf<string>(written.system)
const OPENING = written.opening as readonly Exchange[]
const POOL = (written.threads as readonly Thread[]).flatMap(exchangesOf)
const CHANGED = written.changed as readonly Exchange[]
const LAST = written.last as Exchange

function exchangesOf(thread: Thread, number: number): Exchange[] {
  return thread.map(({ u, r, f = [] }, index) => ({
    id: `${number} ${index}`,
    user: u,
    reply: r,
    told: f,
    ...(index > 0 && { after: `${number} ${index - 1}` }),
  }))
}

/** A year of small things between a person and a companion: no tools, nothing large, and much that comes back. */
export const longChat = told({
  name: 'long-chat',
  title: 'A long chat without tools',
  label: 'Long chat',
  sentence:
    'A year of everyday things in short messages, without a single tool. Names and dates come back late.',
  shows:
    'What strategies for tool output do when there is none, and whether summaries keep names, dates and amounts.',
  group: 'chat',
  parameters: {
    turns: {
      default: 150,
      min: 30,
      max: 160,
      whole: true,
      meaning: 'Turns: a message and its reply each.',
    },
    ...sharedParameters('reuse', 'human_minutes'),
  },
  longShare: 0.6,
  sent: true,
  plot: (chance, value) => {
    const turns = value('turns')
    const values = conversationValues(written.values, chance)
    return {
      turns,
      system: SYSTEM,
      tools: [],
      play: (stage) => {
        const chat = new Conversation(new Teller(stage, values))
        for (const exchange of OPENING) chat.play(exchange)
        chat.goOn(POOL, Math.floor(turns * 0.7), 5)
        for (const exchange of CHANGED) if (chat.canFollow(exchange)) chat.play(exchange)
        chat.goOn(POOL, turns - 1, 3)
        chat.play(LAST)
      },
    }
  },
})

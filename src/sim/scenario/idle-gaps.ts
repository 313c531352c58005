import { Conversation } from './telling/exchange.ts'
import type { Exchange } from './telling/exchange.ts'
import { sharedParameters } from './telling/scenario.ts'
import type { BodyTemplate } from './telling/body.ts'
import { around } from './telling/size.ts'
import { plotOf } from './telling/plot.ts'
import { told } from './telling/tell.ts'
import written from './text/story/idle-gaps.json' with { type: 'json' }

const OPENING = written.opening as Exchange
const EARLY = written.early as readonly Exchange[]
const TOPICS = written.topics as readonly Exchange[]
const LAST = written.last as Exchange
const LISTING = written.listing as unknown as BodyTemplate
/** Descriptions of places with what guests wrote. */
const LISTINGS = around(4500, 0.5, 1500, 12_000)
const { human_minutes, ...shared } = sharedParameters('result_scale', 'reuse', 'thinking', 'human_minutes')

/** A person who answers after minutes or hours: whatever the provider had cached is gone by then. */
export const idleGaps = told({
  name: 'idle-gaps',
  title: 'A chat with long pauses',
  label: 'Idle gaps',
  sentence:
    'A retreat is planned between meetings and over nights. Most pauses are longer than a cache lives.',
  shows: 'What an expired cache costs, when an edit is free, and whether the longer cache term pays.',
  group: 'chat',
  parameters: {
    turns: { default: 46, min: 16, max: 60, whole: true, meaning: 'Turns of the conversation.' },
    ...shared,
    human_minutes: {
      ...human_minutes,
      default: 25,
      min: 0.1,
      max: 600,
      meaning: 'Median time in minutes until the user answers.',
    },
  },
  longShare: 0.5,
  sent: true,
  plot: plotOf(written, (teller, { chance, value }, turns) => {
    const chat = new Conversation(teller, {
      template: LISTING,
      size: LISTINGS,
      scale: value('result_scale'),
    })
    const back = chance('text', 'back').shuffle(written.back)
    // About half of the messages begin like those of somebody who was away.
    const greeted = TOPICS.map((it, nth) => {
      const greeting = back[nth]
      return greeting === undefined || nth % 4 === 3 ? it : { ...it, user: `${greeting} ${it.user}` }
    })
    chat.play(OPENING)
    for (const rule of EARLY) chat.play(rule)
    chat.goOn(greeted, turns - 1, 3)
    chat.play(LAST)
  }),
})

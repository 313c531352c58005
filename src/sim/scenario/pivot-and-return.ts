import { Conversation } from './telling/exchange.ts'
import type { Exchange } from './telling/exchange.ts'
import { around } from './telling/size.ts'
import { sharedParameters } from './telling/scenario.ts'
import { plotOf } from './telling/plot.ts'
import { told } from './telling/tell.ts'
import type { BodyTemplate } from './telling/body.ts'
import written from './text/story/pivot-and-return.json' with { type: 'json' }

const OPENING = written.opening as Exchange
const [FIRST, SECOND, THIRD] = [
  written.first,
  written.second,
  written.third,
] as readonly (readonly Exchange[])[]
const TURN = written.turn as Exchange
const BACK = written.back as Exchange
const LAST = written.last as Exchange
const RECORDS = written.records as unknown as BodyTemplate
/** Records and letters, of which a line matters. */
const FILES = around(2800, 0.6, 700, 9000)

/** One subject is interrupted by another and comes back: what was not used for a long time is needed again. */
export const pivotAndReturn = told({
  name: 'pivot-and-return',
  title: 'A topic that is left and comes back',
  label: 'Pivot and return',
  sentence:
    'Water in the depot interrupts the work on an exhibition. Afterwards it goes on where it was left.',
  shows: 'What eviction by last use forgets that frequency, notes or a summary would have kept.',
  group: 'shape',
  parameters: {
    turns: { default: 54, min: 36, max: 70, whole: true, meaning: 'Turns of the conversation.' },
    ...sharedParameters('result_scale', 'reuse', 'thinking', 'human_minutes'),
  },
  longShare: 0.6,
  sent: true,
  plot: plotOf(written, (teller, { value }, turns) => {
    const long = { template: RECORDS, size: FILES, scale: value('result_scale') }
    const chat = new Conversation(teller, long)
    chat.play(OPENING)
    for (const exchange of FIRST ?? []) chat.play(exchange)
    chat.goOn([], Math.max(teller.turn, Math.floor(turns * 0.3)), 0)
    chat.play(TURN)
    for (const exchange of SECOND ?? []) chat.play(exchange)
    chat.goOn([], Math.max(teller.turn, Math.floor(turns * 0.55)), 0)
    chat.play(BACK)
    chat.goOn(THIRD ?? [], turns - 1, 2)
    chat.play(LAST)
  }),
})

import { COUNTER_NAMES } from '../../engine/index.ts'
import { measureClaims, toldText } from '../../claims/internal.ts'
import { ENGINE_VERSION } from '../../sim/index.ts'
import type { Trace } from '../../sim/index.ts'
import { loadCounter } from '../../tokenizer/index.ts'
import { counted } from '../../view/index.ts'
import { write } from '../answer/answer.ts'
import { eachLog } from '../input/each.ts'
import { choiceOf } from '../option/options.ts'
import { EXIT } from '../terminal/io.ts'
import { progressOn } from '../terminal/progress.ts'
import type { Command } from './command.ts'
import { OUTPUT, READING } from './command.ts'

/** Fewer conversations say little about others. */
const FEW = 5

export const claims: Command = {
  name: 'claims',
  meaning: 'Measure in logs what five articles claim about context windows',
  arguments: '<log …>',
  examples: [
    'context-window-lab claims ~/.claude/projects',
    'context-window-lab claims scenario:long-coding',
  ],
  options: {
    ...READING,
    counter: { value: '<name>', meaning: `Token counter: ${COUNTER_NAMES.join(', ')}; default o200k_base` },
    ...OUTPUT,
  },
  async run(given, io) {
    const counter = await loadCounter(choiceOf(given, 'counter', COUNTER_NAMES, 'o200k_base'))
    const traces: (readonly [string, Trace])[] = []
    const { unreadable, others } = await eachLog(
      given,
      io,
      ({ log, trace }) => void traces.push([log, trace]),
    )
    const progress = progressOn(io)
    const told =
      traces.length === 0
        ? []
        : measureClaims(traces, counter, (nth, of, id) => progress.say(`claim ${nth} of ${of}: ${id}`))
    progress.end()
    write(
      {
        unreadable,
        others,
        json: () => ({
          format: 'context-window-lab claims',
          version: 1,
          engine: ENGINE_VERSION,
          logs: traces.map(([log]) => log),
          claims: told,
          unreadable,
        }),
        csv: () => [
          ['claim', 'article', 'verdict', 'conversations', 'agree', 'low', 'middle', 'high'],
          ...told.map(({ id, article, verdict, figures }) => [
            id,
            article,
            verdict,
            figures?.conversations ?? null,
            figures?.agree ?? null,
            figures?.low ?? null,
            figures?.middle ?? null,
            figures?.high ?? null,
          ]),
        ],
        table: () =>
          traces.length === 0
            ? ''
            : [
                `In ${counted(traces.length, 'conversation')}${traces.length < FEW ? ': too few to say what holds in others' : ''}\n`,
                ...told.map((claim) => `${toldText(claim)}\n`),
              ].join(''),
      },
      given,
      io,
    )
    return traces.length === 0 ? EXIT.unread : EXIT.fine
  },
}

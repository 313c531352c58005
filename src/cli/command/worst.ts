import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { ENGINE_VERSION, scenarios } from '../../sim/index.ts'
import { HARMS, worstSteps } from '../../sim/internal.ts'
import type { Generated, Worst } from '../../sim/internal.ts'
import { counted, harmlessText, harmText, HARM_TEXT, inputOf, whole } from '../../view/index.ts'
import { write } from '../answer/answer.ts'
import { unknownScenario } from '../input/files.ts'
import { LANES, measuringOf } from '../measure/all.ts'
import { laneOf } from '../option/lane.ts'
import { choiceOf, wholeOf } from '../option/options.ts'
import { EXIT, UsageError } from '../terminal/io.ts'
import type { Io } from '../terminal/io.ts'
import { progressOn } from '../terminal/progress.ts'
import { reasonOf } from '../terminal/reason.ts'
import type { Command } from './command.ts'
import { OUTPUT } from './command.ts'

/** Conversations that are tried, unless another number is given. */
const TRIES = 45
const MOST_TRIES = 1000

const { lane: _, model: __, ...RUNS } = LANES

export const worst: Command = {
  name: 'worst',
  meaning: 'Find the generated conversation in which a lane does worst, and the smallest that still shows it',
  arguments: '[scenario …]',
  notes: [
    `What is done badly, by --harm: ${HARMS.map((one) => `${one} is ${HARM_TEXT[one].meaning}`).join('; ')}.`,
    'Without scenarios all of them are tried in turn, each with several seeds and parameters. From then on the window stays the same: first the parameters are made smaller, then messages are left out. The same options give the same answer.',
  ],
  examples: [
    'context-window-lab worst --lane hybrid --save worst.json',
    'context-window-lab worst bug-fix support-chat --lane managed --harm needs --against fifo --tries 100',
  ],
  options: {
    lane: { value: '<lane>', short: 'l', meaning: 'The lane that is to do badly; default managed' },
    harm: { value: `<${HARMS.join('|')}>`, meaning: 'What it does badly; default needs' },
    against: { value: '<lane>', meaning: 'The lane beside it, for --harm needs; default fifo' },
    tries: { value: '<n>', meaning: `Conversations that are tried; default ${TRIES}` },
    save: { value: '<file>', meaning: 'Write the smallest as a log, which the page and every command open' },
    ...RUNS,
    seed: { value: '<n>', meaning: 'Seed of the first conversation of each scenario; default 1' },
    ...OUTPUT,
  },
  async run(given, io) {
    const lane = laneOf(given.one('lane') ?? 'managed', io)
    const against = laneOf(given.one('against') ?? 'fifo', io)
    const harm = choiceOf(given, 'harm', HARMS, 'needs')
    const tries = wholeOf(given, 'tries', TRIES, 1)
    if (tries > MOST_TRIES) throw new UsageError(`--tries must be at most ${MOST_TRIES}, but is ${tries}`)
    const { window, seed, counter } = await measuringOf(given, [lane])
    if (window.kind === 'lane')
      throw new UsageError('--window lane is not for worst: both lanes have the same window')
    const known = Object.keys(scenarios)
    const wrong = given.inputs.find((name) => !known.includes(name))
    if (wrong !== undefined) throw unknownScenario(wrong)
    const found = await foundBy(
      worstSteps({
        lane: lane.config,
        against: against.config,
        harm,
        counter,
        generators: Object.values(scenarios).filter(
          ({ name }) => given.inputs.length === 0 || given.inputs.includes(name),
        ),
        tries,
        seed,
        window,
      }),
      io,
    )
    save(found, given.one('save'), io)
    write(
      {
        unreadable: [],
        json: () => ({
          format: 'context-window-lab worst',
          version: 1,
          engine: ENGINE_VERSION,
          lane: lane.name,
          against: harm === 'needs' ? against.name : null,
          harm,
          tries,
          worst:
            found === null
              ? null
              : {
                  bad: found.bad,
                  window: found.window,
                  found: { ...found.found, input: inputOf(found.found) },
                  smaller: { ...found.smaller, input: inputOf(found.smaller) },
                  log:
                    found.log === null
                      ? null
                      : { harm: found.log.harm, messages: found.log.messages, text: found.log.text },
                },
        }),
        csv: () => [
          ['what', 'conversation', 'messages', 'harm'],
          ...(found === null
            ? []
            : [
                ['found', inputOf(found.found), found.found.messages, found.found.harm],
                ['smaller', inputOf(found.smaller), found.smaller.messages, found.smaller.harm],
                ...(found.log === null ? [] : [['log', '', found.log.messages, found.log.harm]]),
              ]),
        ],
        table: () => {
          if (found === null) return `${harmlessText(lane.name, tries, harm)}\n`
          const { bad, window: tokens, found: most, smaller, log } = found
          const line = (of: Generated & { readonly harm: number; readonly messages: number }): string =>
            `${inputOf(of)}\n  ${counted(of.messages, 'message')}: ${harmText(harm, of.harm)}\n`
          return [
            `${lane.name} does badly in ${bad} of ${counted(tries, 'conversation')}, with a window of ${whole(tokens)} tokens in the worst.\n\n`,
            `Worst: ${line(most)}`,
            `Smallest that the generator makes of it: ${line(smaller)}`,
            log === null
              ? 'A log would not show it, or would not be smaller.\n'
              : `Smallest as a log${given.has('save') ? ` (${given.one('save') ?? ''})` : ', which --save writes'}:\n  ${counted(log.messages, 'message')}: ${harmText(harm, log.harm)}\n`,
            `\nTo see it: --window ${tokens}\n`,
          ].join('')
        },
      },
      given,
      io,
    )
    return EXIT.fine
  },
}

async function foundBy(steps: ReturnType<typeof worstSteps>, io: Io): Promise<Worst | null> {
  const progress = progressOn(io)
  for (;;) {
    const step = steps.next()
    if (step.done === true) {
      progress.end()
      return step.value
    }
    const { step: name, done, total } = step.value
    progress.say(
      name === 'try' ? `conversation ${done + 1} of ${total}` : `smaller conversations: ${done} tried`,
    )
    // Between two runs an interrupt can be handled.
    await new Promise((resume) => setImmediate(resume))
  }
}

function save(found: Worst | null, file: string | undefined, io: Io): void {
  if (file === undefined || found?.log === null || found === null) return
  try {
    writeFileSync(resolve(io.cwd, file), found.log.text)
  } catch (error) {
    throw new UsageError(`--save ${file}: ${reasonOf(error)}`)
  }
}

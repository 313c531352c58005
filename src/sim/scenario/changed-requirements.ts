import { Conversation } from './telling/exchange.ts'
import type { Exchange } from './telling/exchange.ts'
import { sharedParameters } from './telling/scenario.ts'
import { plotOf } from './telling/plot.ts'
import { told } from './telling/tell.ts'
import type { Teller } from './telling/teller.ts'
import { drawn } from './text/pattern.ts'
import written from './text/story/changed-requirements.json' with { type: 'json' }

const OPENING = written.opening as Exchange
const RULES = written.rules as readonly Exchange[]
const BETWEEN = written.between as readonly Exchange[]
const READ_BACK = written.readBack as Exchange
const LAST = written.last as Exchange

type Requirement = (typeof written.requirements)[number]

/** A specification whose values change while it is written: the newest counts, and the old ones are in the window too. */
export const changedRequirements = told({
  name: 'changed-requirements',
  title: 'Requirements that change',
  label: 'Changed requirements',
  sentence:
    'A team writes a specification and changes its mind twice about most values. Only the newest value counts.',
  shows: 'Whether a summary keeps the newest value of something that changed, or brings an old one back.',
  group: 'chat',
  parameters: {
    turns: { default: 110, min: 40, max: 130, whole: true, meaning: 'Turns of the conversation.' },
    ...sharedParameters('reuse', 'thinking', 'human_minutes'),
  },
  longShare: 0.5,
  sent: true,
  plot: plotOf(written, (teller, { chance }, turns) => {
    const chat = new Conversation(teller)
    const draws = chance('structure', 'requirements')
    // Each value is said once, and most are changed once or twice: two turns for each time it is said.
    const order = draws.shuffle(written.requirements).slice(0, Math.max(3, Math.floor(turns / 9)))
    const rounds = [0, 1, 2].map((round) => draws.shuffle(order.filter((_, nth) => nth % 4 >= round)))
    chat.play(OPENING)
    for (const rule of RULES) chat.play(rule)
    rounds.forEach((round, nth) => {
      for (const it of round) {
        if (teller.turn + 2 > turns - 4) break
        chat.play(said(it, nth, teller))
        chat.goOn(BETWEEN, Math.min(turns - 4, teller.turn + draws.integer(0, 3)), 1)
      }
    })
    chat.goOn(BETWEEN, turns - 2, 1)
    const current = order.flatMap(({ id, line }) =>
      chat.newest([0, 1, 2].map((nth) => `${id} ${nth}`)).map((fact) => ({ line, fact })),
    )
    const points = current.map(({ line, fact }) => `- ${line}: ${fact.evidence[0] ?? ''}`).join('\n')
    chat.play({
      ...READ_BACK,
      reply: READ_BACK.reply.replace('$readback', () => points),
      uses: current.map(({ fact }) => fact.key),
    })
    chat.play(LAST)
  }),
})

/** A value is said for the first time, or changed. */
function said(it: Requirement, nth: number, teller: Teller): Exchange {
  const v = drawn(it.patterns[nth] ?? '', teller.stage.chance('text', `value ${it.id} ${nth}`))
  const fill = (text: string): string => text.replaceAll('$line', it.line).replaceAll('$v', () => v)
  const words = new Map([
    ['line', it.line],
    ['v', v],
  ])
  const exchange = {
    id: `${it.id} ${nth}`,
    user: fill(it.say[nth] ?? ''),
    told: [
      {
        id: `${it.id} ${nth}`,
        kind: v.match(/\d/) === null ? ('fact' as const) : ('number' as const),
        evidence: [v],
        recall: written.recalls.map(fill),
        asked: written.answers.slice(0, 2).map((answer) => ({ question: it.ask, answer: fill(answer) })),
        ...(nth > 0 && { replaces: `${it.id} ${nth - 1}` }),
      },
    ],
    steps: [
      {
        text:
          nth === 0
            ? teller.next('entries', written.entries, words)
            : teller.next('changes', written.changes, words),
        tool: 'edit_spec',
        input: { line: it.line, value: v },
        result: `${it.line}: ${v}`,
      },
    ],
    reply: teller.next('done', written.done, words),
  }
  return exchange
}

import type { Stage } from './telling/tell.ts'
import { sharedParameters } from './telling/scenario.ts'
import { around } from './telling/size.ts'
import { plotOf } from './telling/plot.ts'
import { told } from './telling/tell.ts'
import { deed } from './telling/teller.ts'
import type { FactTemplate, Teller, TellerFact } from './telling/teller.ts'
import written from './text/story/parallel-burst.json' with { type: 'json' }

const RULES = [written.goal, ...written.rules] as readonly FactTemplate[]
/** The log of one host. */
const LOGS = around(7500, 0.5, 2500, 24_000)
const TURNS = 21

/** An incident in which one reply reads the logs of every host: a single turn adds more than all the others together. */
export const parallelBurst = told({
  name: 'parallel-burst',
  title: 'A burst of parallel calls',
  label: 'Parallel burst',
  sentence:
    'An agent on call reads the logs of all hosts in one reply. A single turn adds most of the tokens.',
  shows:
    'Whether the reserve is large enough for one enormous turn, and whether pairs of parallel calls stay whole.',
  group: 'shape',
  parameters: {
    hosts: { default: 24, min: 8, max: 48, whole: true, meaning: 'Hosts, and so calls in one reply.' },
    ...sharedParameters('result_scale', 'reuse', 'thinking', 'human_minutes'),
  },
  longShare: 0.5,
  sent: true,
  plot: plotOf(written, incident, TURNS),
})

/** A host with what its log shows. */
interface Host {
  readonly name: string
  readonly words: ReadonlyMap<string, string>
  readonly found: TellerFact
}

function incident(teller: Teller, { chance, value }: Stage): void {
  const rules = RULES.map((it) => teller.told(it))
  const facts = rules.map(({ fact }) => fact)
  const list = rules.slice(1).map(({ say }) => `- ${say}`)
  teller.user([teller.write('open', written.open), '', ...list].join('\n'), facts)
  const hosts = Array.from({ length: value('hosts') }, (_, nth) => hostOf(nth))
  const [first] = hosts
  if (first === undefined) return
  const cause = teller.told(written.cause as FactTemplate, first.words)
  const table = hosts.map(
    ({ name }, nth) => `${name}  zone-${'abc'.charAt(nth % 3)}  ${teller.values.get('version') ?? ''}`,
  )
  for (const it of written.before) {
    const result = it.result === '$hosts' ? table.join('\n') : teller.write(it.text, it.result)
    const input = Object.fromEntries(Object.entries(it.input).filter(([, text]) => text !== undefined))
    teller.agent({ text: it.text, deeds: [deed(it.tool, input, result)] })
  }
  // The hosts are read in the order of the list, and the first bad one is anywhere in it.
  const order = chance('structure', 'order').shuffle(hosts)
  const between = { from: teller.write('from', '$hour:10'), to: teller.write('to', '$hour:59') }
  teller.agent({
    text: teller.next('burst', written.burst, new Map([['n', String(hosts.length)]])),
    deeds: order.map((host) => {
      const shown = host === first ? [cause, host.found] : [host.found]
      const text = teller.body(`log ${host.name}`, written.log, LOGS, {
        values: host.words,
        planted: shown.map(({ say }) => say),
        scale: value('result_scale'),
      })
      return deed('read_log', { host: host.name, ...between }, text, {
        plants: shown.map(({ fact }) => fact),
      })
    }),
  })
  written.after.forEach((it, nth) => {
    const input = { metric: it.metric, host: (nth === 1 ? hosts.at(-1) : first)?.name ?? '' }
    teller.agent({
      text: teller.write(`after ${nth}`, it.text, first.words),
      deeds: [deed('query_metric', input, teller.write(`series ${nth}`, it.result))],
      uses: nth === 0 ? [cause.fact] : [],
    })
    if (nth % 3 === 2) interview(nth)
  })
  teller.agent({ text: 'That excludes the provider and the database. What is left is the batch.' })
  teller.user(written.stop)
  teller.agent({ text: teller.write('stop', written.stopAnswer), uses: facts.slice(1, 2), recalls: 0 })
  interview(9)
  teller.user('Then write the timeline, please. Short, with ids.')
  const cited = chance('needs', 'timeline').shuffle(hosts.slice(1)).slice(0, 6)
  const points = cited.map(({ found }) => `- ${found.fact.recall[2] ?? ''}`).join('\n')
  teller.agent({
    text: teller.write('final', written.final, new Map([...first.words, ['points', points]])),
    uses: [...facts, cause.fact, ...cited.map(({ found }) => found.fact)],
    recalls: 0,
  })

  function hostOf(nth: number): Host {
    const draws = chance('text', `host ${nth}`)
    const hex = Array.from({ length: 8 }, () => '0123456789abcdef'.charAt(draws.integer(0, 15))).join('')
    const minute = nth === 0 ? draws.integer(18, 20) : draws.integer(24, 48)
    const name = `checkout-${String(nth + 11)}`
    const words = new Map([
      ['host', name],
      ['id', `req_${hex}`],
      ['at', `${teller.values.get('hour') ?? ''}:${minute}:${draws.integer(10, 59)}`],
    ])
    const found = teller.told({ ...(written.finding as FactTemplate), id: `found ${name}` }, words)
    return { name, words, found }
  }

  /** The incident lead asks for the line of one host. */
  function interview(nth: number): void {
    if (nth !== 9) teller.agent({ text: 'I keep going, unless there are questions.' })
    const draws = chance('needs', `interview ${nth}`)
    for (const host of draws.shuffle(hosts.slice(1)).slice(0, 2)) {
      const at = Number(
        teller.next(
          'interview',
          written.asks.map((_, index) => String(index)),
        ),
      )
      teller.user(teller.write(`ask ${teller.turn}`, written.asks[at] ?? '', host.words))
      teller.agent({
        text: teller.write(`answer ${teller.turn}`, written.answers[at] ?? '', host.words),
        uses: [host.found.fact],
        recalls: 1,
      })
    }
    if (nth !== 9) teller.user('Thanks. Go on.')
  }
}

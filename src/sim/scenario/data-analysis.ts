import { sharedParameters } from './telling/scenario.ts'
import { around } from './telling/size.ts'
import { plotOf } from './telling/plot.ts'
import { told } from './telling/tell.ts'
import type { Stage } from './telling/tell.ts'
import { deed } from './telling/teller.ts'
import type { FactTemplate, Teller } from './telling/teller.ts'
import written from './text/story/data-analysis.json' with { type: 'json' }

const RULES = [written.goal, ...written.rules] as readonly FactTemplate[]

/** Whole tables: 20,000 to 60,000 tokens each. */
const TABLES = around(34_000, 0.35, 20_000, 60_000)

/** A campaign is judged from raw tables: a few results are enormous, and one small number is needed again and again. */
export const dataAnalysis = told({
  name: 'data-analysis',
  title: 'Data analysis',
  label: 'Data analysis',
  sentence:
    'A few enormous tables and many small figures. One number from the first query is needed until the end.',
  shows: 'What shortening a large result saves, and whether the one number in a small result survives.',
  group: 'research',
  parameters: {
    turns: { default: 44, min: 16, max: 90, whole: true, meaning: 'Turns of the conversation.' },
    tables: { default: 4, min: 1, max: 4, whole: true, meaning: 'Tables that are read as a whole.' },
    ...sharedParameters('result_scale', 'reuse', 'thinking', 'human_minutes'),
  },
  longShare: 0.5,
  sent: true,
  plot: plotOf(written, analyse),
})

function analyse(teller: Teller, { chance, value }: Stage, turns: number): void {
  const rules = RULES.map((it) => teller.told(it))
  const facts = rules.map(({ fact }) => fact)
  const list = rules.slice(1).map(({ say }) => `- ${say}`)
  teller.user([teller.write('open', written.open), '', ...list].join('\n'), facts)
  const { fact: baseline } = teller.told(written.baseline as FactTemplate)
  teller.agent({
    text: 'I begin with what it was like before, so that there is something to compare with.',
    deeds: [
      deed(
        'run_sql',
        { query: teller.write('first', "select * from kpi where month < '$month' order by 1 limit 5") },
        teller.write('baseline', written.baselineResult),
        { plants: [baseline] },
      ),
    ],
  })
  const tables = chance('structure', 'tables').shuffle(written.dumps).slice(0, value('tables'))
  /** Turns after which the next table is read: spread over the first two thirds. */
  const at = tables.map((_, nth) => 1 + Math.floor((nth * turns * 0.62) / tables.length))
  let saw = ''
  let sinceAsked = 0
  while (teller.turn < turns - 1) {
    const table = tables[at.findIndex((turn) => turn <= teller.turn)]
    if (table !== undefined) {
      at[tables.indexOf(table)] = Infinity
      dump(table)
      continue
    }
    sinceAsked += 1
    if (sinceAsked >= 5 && teller.turn < turns - 3) {
      ask()
      continue
    }
    const draws = chance('structure', `step ${teller.turn}`)
    if (draws.uniform() < 0.3) {
      const it =
        written.small[
          Number(
            teller.next(
              'small',
              written.small.map((_, nth) => String(nth)),
            ),
          )
        ] ?? written.small[0]
      if (it === undefined) return
      const key = `small ${teller.turn}`
      teller.agent({
        text: join(saw, it.text),
        deeds: [deed('run_sql', { query: teller.write(key, it.query) }, teller.write(key, it.result))],
      })
      saw = ''
    } else {
      const it =
        written.code[
          Number(
            teller.next(
              'code',
              written.code.map((_, nth) => String(nth)),
            ),
          )
        ] ?? written.code[0]
      if (it === undefined) return
      const key = `code ${teller.turn}`
      teller.agent({
        text: join(saw, it.text),
        deeds: [deed('run_python', { code: teller.write(key, it.code) }, teller.write(key, it.result))],
      })
      saw = teller.write(key, it.saw)
    }
  }
  teller.agent({
    text: teller.write('report', written.report, new Map([['share', share()]])),
    uses: [baseline, ...facts],
    recalls: 0,
  })

  function dump(table: (typeof written.dumps)[number]): void {
    const text = teller.body(`table ${table.head}`, { head: table.head, lines: [table.line] }, TABLES, {
      scale: value('result_scale'),
    })
    teller.agent({
      text: join(saw, table.text),
      deeds: [deed('run_sql', { query: teller.write(table.head, table.query) }, text)],
    })
    saw = teller.next('dumps', written.dumpSaw)
  }

  /** What the agent has so far ends with a reply; the next question needs the number of the first query. */
  function ask(): void {
    sinceAsked = 0
    teller.agent({ text: join(saw, teller.next('so far', written.sofar)) })
    saw = ''
    const nth = Number(
      teller.next(
        'asks',
        written.asks.map((_, index) => String(index)),
      ),
    )
    teller.user(written.asks[nth] ?? '')
    const answer = teller.write(
      `answer ${teller.turn}`,
      written.answers[nth] ?? '',
      new Map([['share', share()]]),
    )
    teller.agent({ text: answer, uses: [baseline], recalls: 1 })
    teller.user(teller.next('go on', written.goOn))
  }

  function share(): string {
    const draws = chance('text', 'share')
    return `${draws.integer(4, 7)}.${draws.integer(10, 99)}`
  }
}

function join(before: string, text: string): string {
  return before === '' ? text : `${before} ${text}`
}

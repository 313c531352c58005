import { sharedParameters } from './telling/scenario.ts'
import { around } from './telling/size.ts'
import { told } from './telling/tell.ts'
import type { Stage } from './telling/tell.ts'
import { conversationValues, deed, Teller } from './telling/teller.ts'
import type { FactTemplate, TellerFact } from './telling/teller.ts'
import { textsOf } from './text/lines.ts'
import type { BodyTemplate } from './telling/body.ts'
import written from './text/story/deep-research.json' with { type: 'json' }

const SYSTEM = textsOf<string>(written.system)
const HITS: BodyTemplate = written.hits
const PAGE = written.page as unknown as BodyTemplate
const GOAL = written.goal as FactTemplate
const RULES = written.rules as readonly FactTemplate[]

/** Pages of the web have 2,000 to 12,000 tokens. */
const PAGES = around(5000, 0.5, 2000, 12_000)
const HIT_LIST = around(620, 0.2, 400, 900)

/** A question that takes dozens of long pages, of each of which one figure and its address matter. */
export const deepResearch = told({
  name: 'deep-research',
  title: 'Deep web research',
  label: 'Deep web research',
  sentence:
    'Dozens of long pages are read for one figure each. The report cites the earliest of them at the end.',
  shows:
    'Whether a placeholder with the address is enough, and how much a page costs that nobody reads again.',
  group: 'research',
  parameters: {
    turns: { default: 100, min: 16, max: 160, whole: true, meaning: 'Turns of the conversation.' },
    ...sharedParameters('result_scale', 'reuse', 'thinking', 'human_minutes'),
  },
  longShare: 0.6,
  sent: true,
  plot: (chance, value) => {
    const turns = value('turns')
    const topic = chance('structure', 'topic').pick(written.topics)
    const own = conversationValues(
      {
        day: ['{3..27} March', '{4..28} April'],
        since: ['2016', '2017', '2018'],
        least: '{11..24}',
        vendor: ['Thermion AG', 'Volta Group', 'Klarwerk Holding'],
      },
      chance,
    )
    return {
      turns,
      system: SYSTEM,
      tools: written.tools,
      play: (stage) => {
        const mind = { share: value('thinking'), thoughts: written.thoughts }
        const values = new Map([...own, ...Object.entries(topic)])
        research(new Teller(stage, values, mind), stage, turns)
      },
    }
  },
})

function research(teller: Teller, { chance, value }: Stage, turns: number): void {
  const goal = teller.told(GOAL)
  const rules = RULES.map((it) => teller.told(it))
  const list = rules.map(({ say }) => `- ${say}`).join('\n')
  const facts = [goal, ...rules].map(({ fact }) => fact)
  teller.user(`${teller.write('open', written.open)}\n\n${list}`, facts)
  const findings: TellerFact[] = []
  const middle = Math.floor(turns * 0.55)
  let last = ''
  while (teller.turn < turns - 1) {
    if (teller.turn === middle) {
      interview()
      continue
    }
    const draws = chance('structure', `step ${teller.turn}`)
    const query = teller.next('queries', written.queries, new Map([['town', draws.pick(written.towns)]]))
    const hits = teller.body(`hits ${teller.turn}`, HITS, HIT_LIST)
    const say = teller.next('search', written.search, new Map([['query', `"${query}"`]]))
    teller.agent({ text: join(last, say), deeds: [deed('web_search', { query }, hits)] })
    last = ''
    for (
      let left = draws.integer(1, 3);
      left > 0 && teller.turn < turns - 1 && teller.turn !== middle;
      left -= 1
    ) {
      const pages = draws.uniform() < 0.2 ? 2 : 1
      const opened = Array.from({ length: pages }, (_, nth) => page(`${teller.turn} ${nth}`))
      teller.agent({
        text: join(
          last,
          teller.next('opening', written.opening, new Map([['n', pages === 1 ? 'one' : 'two']])),
        ),
        deeds: opened.map((it) => it.deed),
      })
      last = opened.at(-1)?.saw ?? ''
    }
  }
  // The earliest figures, and a few of the others.
  const cited = [...findings.slice(0, 4), ...chance('needs', 'cited').shuffle(findings.slice(4)).slice(0, 4)]
  teller.agent({
    text: teller.write('report', written.report, new Map([['points', pointsOf(cited)]])),
    uses: [...facts, ...cited.map(({ fact }) => fact)],
    recalls: 0,
  })

  function page(key: string): { readonly deed: ReturnType<typeof deed>; readonly saw: string } {
    const draws = chance('text', `finding ${key}`)
    const town = draws.pick(written.towns)
    const host = draws
      .pick(written.sites)
      .replace('{town}', town.toLowerCase().replace(/[^a-z]/g, 'e'))
      .replace('{slug}', teller.values.get('slug') ?? '')
    const more = new Map([
      ['town', town],
      ['url', `https://${host}/${teller.values.get('slug') ?? ''}/${draws.integer(1001, 9899)}`],
      ['x', `${draws.integer(1, 9)}.${draws.integer(100, 999)}`],
      ['n', String(draws.integer(25, 180))],
    ])
    const finding = teller.told({ id: `finding ${key}`, kind: 'page', ...written.finding }, more)
    findings.push(finding)
    const text = teller.body(`page ${key}`, PAGE, PAGES, {
      values: more,
      planted: [finding.say],
      scale: value('result_scale'),
    })
    return {
      deed: deed('open_page', { url: more.get('url') ?? '' }, text, { plants: [finding.fact] }),
      saw: teller.next('saw', written.saw, more),
    }
  }

  function interview(): void {
    const best = chance('needs', 'best').shuffle(findings).slice(0, 2)
    teller.agent({ text: join(last, 'So much for this part.'), recalls: 0 })
    teller.user(written.ask)
    teller.agent({
      text: teller.write('answer', written.answer, new Map([['points', pointsOf(best)]])),
      uses: [...rules.slice(0, 1), ...best].map(({ fact }) => fact),
      recalls: 0,
    })
    teller.user(written.more)
    last = ''
  }
}

function pointsOf(findings: readonly TellerFact[]): string {
  return findings.map(({ fact }) => `- ${fact.recall[0] ?? ''}`).join('\n')
}

function join(before: string, text: string): string {
  return before === '' ? text : `${before} ${text}`
}

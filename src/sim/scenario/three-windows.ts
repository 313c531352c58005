import { around } from './telling/size.ts'
import { sharedParameters } from './telling/scenario.ts'
import { plotOf } from './telling/plot.ts'
import { told } from './telling/tell.ts'
import type { Stage } from './telling/tell.ts'
import { deed } from './telling/teller.ts'
import type { FactTemplate, Teller, TellerFact } from './telling/teller.ts'
import type { BodyTemplate } from './telling/body.ts'
import { separated } from './text/pattern.ts'
import written from './text/story/three-windows.json' with { type: 'json' }

const RULES = [written.goal, ...written.rules] as readonly FactTemplate[]
const CONTRACT = written.contract as unknown as BodyTemplate
const CONTRACTS = around(3600, 0.45, 1200, 9000)
const SITTINGS = written.sittings.length
const PARTNERS = [
  'Borg & Sons',
  'Lumen Works',
  'Teichert',
  'Via Cargo',
  'Oxley Print',
  'Marzano',
  'Stahlbau Ritter',
  'Pelican Foods',
  'Kvist',
  'Delta Seals',
  'Amsel Logistics',
  'Roth Glass',
]

/** A review over three sittings, each as long as a window should be, with a hand-over written between them. */
export const threeWindows = told({
  name: 'three-windows',
  title: 'A task for three windows',
  label: 'Three windows',
  sentence:
    'Contracts are reviewed in three sittings. Rules of the first decide the last, and hand-over notes lie between.',
  shows:
    'What is left of the beginning after one, two and three compactions, and what a hand-over note saves.',
  group: 'research',
  parameters: {
    turns: {
      default: 78,
      min: 24,
      max: 140,
      whole: true,
      meaning: 'Turns of the conversation, in three sittings.',
    },
    ...sharedParameters('result_scale', 'reuse', 'thinking', 'human_minutes'),
  },
  longShare: 0.6,
  sent: true,
  plot: plotOf(written, review),
})

function review(teller: Teller, { chance, value, recorder }: Stage, turns: number): void {
  const rules = RULES.map((it) => teller.told(it))
  const facts = rules.map(({ fact }) => fact)
  const list = rules.slice(1).map(({ say }) => `- ${say}`)
  const findings: TellerFact[] = []
  const decided: TellerFact[] = []
  const draws = chance('text', 'numbers')
  const start = draws.integer(1100, 8200)
  let count = 0
  const numberOf = (nth: number): string => `C-${start + nth * 7}`
  let saw = ''
  let resume: TellerFact | null = null
  for (let sitting = 0; sitting < SITTINGS; sitting += 1) {
    const kind = written.sittings[sitting] ?? ''
    recorder.begin(kind)
    if (sitting === 0) teller.user([teller.write('open', written.open), '', ...list].join('\n'), facts)
    else
      teller.user(teller.write(`next ${sitting}`, written.next[sitting - 1] ?? '', new Map([['kind', kind]])))
    // A sitting ends with the hand-over and a sentence, the last one with the page.
    const end = Math.round((turns * (sitting + 1)) / SITTINGS) - (sitting === SITTINGS - 1 ? 1 : 2)
    if (resume !== null) {
      const more = new Map([['nextNumber', resume.fact.evidence[0] ?? '']])
      const { fact } = resume
      read(`${teller.write(`resume ${sitting}`, written.resume, more)} `, [fact, ...facts.slice(0, 2)])
    }
    while (teller.turn < end) {
      const step = chance('structure', `step ${teller.turn}`).uniform()
      if (step < 0.14 && decided.length < written.decisions.length) decide()
      else read('', [])
    }
    if (sitting < SITTINGS - 1) resume = handOver(kind, sitting)
  }
  const points = findings.map(({ fact }) => `- ${fact.evidence.join(', ')}`).join('\n')
  teller.agent({
    text: teller.write('final', written.final, new Map([['points', points]])),
    uses: [...facts, ...findings.map(({ fact }) => fact)],
    recalls: 0,
  })

  /** Reads the next contract; one in four has a finding. */
  function read(before: string, uses: readonly TellerFact['fact'][]): void {
    const number = numberOf(count)
    count += 1
    const isFinding = chance('structure', `finding ${number}`).uniform() < 0.25 || count === 2
    const cap = Number((teller.values.get('cap') ?? '0').replaceAll(',', ''))
    const sum = isFinding ? cap + draws.integer(20, 900) * 1000 : draws.integer(20, 140) * 1000
    const more = new Map([
      ['number', number],
      ['partner', draws.pick(PARTNERS)],
      ['sum', separated(sum)],
    ])
    const finding = isFinding
      ? teller.told({ ...(written.finding as FactTemplate), id: `finding ${number}` }, more)
      : null
    if (finding !== null) findings.push(finding)
    const text = teller.body(`contract ${number}`, CONTRACT, CONTRACTS, {
      values: more,
      planted: finding === null ? [] : [finding.say],
      scale: value('result_scale'),
    })
    const say = teller.next('read', written.read, more)
    teller.agent({
      text: `${saw === '' ? '' : `${saw} `}${before}${say}`,
      deeds: [deed('read_contract', { number }, text, { plants: finding === null ? [] : [finding.fact] })],
      uses,
    })
    saw = teller.next(isFinding ? 'hit' : 'saw', isFinding ? written.hit : written.saw, more)
  }

  function decide(): void {
    const it = written.decisions[decided.length]
    if (it === undefined) return
    const decision = teller.told({
      id: `decision ${decided.length}`,
      kind: 'decision',
      evidence: [it.say],
      recall: [`We decided to ${it.say}, so that is settled.`, `As decided: ${it.say}.`],
    })
    decided.push(decision)
    const entry = `Decision: ${it.say}, because ${it.why}.`
    teller.agent({
      text: `${saw === '' ? '' : `${saw} `}${entry}`,
      deeds: [deed('add_entry', { number: 'general', entry }, `entry added: ${entry}`)],
      plants: [decision.fact],
    })
    saw = ''
  }

  /** Writes what the next sitting needs, and returns where to go on. */
  function handOver(kind: string, sitting: number): TellerFact {
    const more = new Map([
      ['kind', kind],
      ['goal', 'which contracts endanger the purchase'],
      ['decided', decided.map(({ fact }) => fact.evidence[0] ?? '').join('; ') || 'nothing yet'],
      ['points', findings.map(({ fact }) => `- ${fact.evidence.join(', ')}`).join('\n')],
      ['nextNumber', numberOf(count)],
    ])
    const text = teller.write(`hand-over ${sitting}`, written.handover, more)
    const next = teller.told(
      { ...(written.continuation as FactTemplate), id: `continuation ${sitting}` },
      more,
    )
    teller.agent({
      text: `${saw === '' ? '' : `${saw} `}The ${kind} end here, I write the hand-over.`,
      deeds: [
        deed('save_handover', { text }, `saved, to go on with ${numberOf(count)}`, { plants: [next.fact] }),
      ],
      uses: [...facts, ...decided.map(({ fact }) => fact), ...findings.map(({ fact }) => fact)],
      recalls: 0,
    })
    saw = ''
    teller.agent({ text: 'The hand-over is saved. We can go on whenever you like.', recalls: 0 })
    return next
  }
}

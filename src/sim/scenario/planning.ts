import { service, writerFor, writtenFact } from './coding/service.ts'
import type { Service } from './coding/service.ts'
import type { Role } from './coding/plan.ts'
import type { CodingAgent } from './telling/coding-agent.ts'
import { createDeed, editDeed, readDeed, searchDeed } from './telling/deed.ts'
import { toldFact } from './telling/fact.ts'
import type { Fact } from './telling/fact.ts'
import { around } from './telling/size.ts'
import { toldCoding } from './telling/tell-coding.ts'
import type { Stage } from './telling/tell.ts'
import type { FactTemplate } from './telling/teller.ts'
import { screaming } from './text/expand.ts'
import written from './text/story/planning.json' with { type: 'json' }

const ROLES: readonly Role[] = ['service', 'store', 'jobs', 'routes']
const PLAN = 'docs/split-plan.md'
/** Turns besides those of the three passes. */
const SCENES = 3

/** A plan for splitting a service: the same files are read in three rounds, and together they are larger than the window. */
export const planning = toldCoding({
  name: 'planning',
  title: 'Planning over many files',
  label: 'Planning over many files',
  sentence:
    'An agent plans how to split a service and reads all of its files three times, each time with another question.',
  shows:
    'What happens when the working set is larger than the window: rereading in rounds defeats eviction by age.',
  group: 'coding',
  parameters: {
    turns: { default: 96, min: 30, max: 140, whole: true, meaning: 'Turns of the conversation.' },
  },
  longShare: 0.4,
  sent: true,
  plot: (chance, value) => {
    const turns = value('turns')
    // A pass takes a turn for two files, and one in four of its turns searches, decides or writes.
    const entities = Math.max(3, Math.min(8, Math.floor((turns - SCENES) / 11)))
    const made = service(chance, entities, ROLES, around(1500, 0.6, 500, 6000), value('result_scale'))
    return {
      domain: made.domain,
      turns,
      files: made.files,
      play: (agent, stage) => {
        play(agent, made, turns, stage)
      },
    }
  },
})

function play(agent: CodingAgent, made: Service, turns: number, { chance }: Stage): void {
  const { workspace, recorder, agenda, voice } = agent
  const [first] = made.entities
  if (first === undefined) throw new Error('a service without entities')
  const draws = chance('text', 'planning')
  const known = new Map([
    ['review', `${draws.integer(2, 27)} February`],
    ['freeze', `${draws.integer(2, 27)} March`],
    ['most', String(draws.integer(11, 19))],
    ['api', `partner-${draws.integer(101, 989)}`],
  ])
  const say = writerFor(made, first, chance, 'planning words', known)
  const goal = writtenFact(written.goal as FactTemplate, say, 0.9)
  const rules = (written.rules as readonly FactTemplate[]).map((it) => ({
    said: say(it.say ?? ''),
    fact: writtenFact(it, say, 0.9),
  }))
  const facts = [goal, ...rules.map(({ fact }) => fact)]
  const decisions: Fact[] = []
  const topic = { thing: 'the plan' }

  agent.hear(`${say(written.open)}\n\n${rules.map((it) => `- ${it.said}`).join('\n')}`, facts)
  for (const it of facts) {
    agenda.soon(it, 0)
    agenda.spread(it, 0, [0.2, 0.4, 0.6, 0.8, 0.93])
  }
  workspace.put(PLAN, say(written.plan[0] ?? ''))
  agent.act({
    phase: 'explore',
    next: null,
    text: `I begin with an empty plan, then I read. ${written.passes[0]?.intro ?? ''}`,
    deeds: [createDeed(workspace, PLAN, workspace.text(PLAN))],
  })

  const ends = written.passes.map(
    (_, nth) => Math.round(1 + ((turns - SCENES) * (nth + 1)) / written.passes.length) + (nth === 2 ? 1 : 0),
  )
  written.passes.forEach((pass, nth) => {
    const end = ends[nth] ?? turns
    const order = nth === 0 ? made.sources : chance('structure', `pass ${nth}`).shuffle(made.sources)
    let at = 0
    let step = 0
    while (recorder.turn < end) {
      step += 1
      const intro = step === 1 && nth > 0 ? `${pass.intro} ` : ''
      if (step % 4 === 0) {
        interlude(nth, step)
        continue
      }
      const paths = [at, at + 1].slice(0, 1 + (step % 2)).map((it) => order[it % order.length] ?? '')
      at += paths.length
      const named = paths.map((path) => `\`${path}\``).join(' and ')
      const text = intro + voice.variant(`pass ${nth}`, pass.say).replace('$paths', () => named)
      agent.act({
        phase: 'explore',
        next: null,
        text,
        topic,
        deeds: paths.map((path) => readDeed(workspace, path)),
      })
    }
    if (nth === 1) {
      agent.hear(written.ask, [])
      agent.act({
        phase: 'verify',
        next: null,
        text: say(written.answer),
        deeds: [],
        uses: rules.map(({ fact }) => fact),
      })
    }
  })
  known.set(
    'decided',
    decisions
      .slice(-4)
      .map(({ evidence }) => evidence[0] ?? '')
      .join('; '),
  )
  agent.act({
    phase: 'verify',
    next: null,
    text: writerFor(made, first, chance, 'last words', known)(written.last),
    deeds: [],
    uses: [goal, ...rules.map(({ fact }) => fact), ...decisions.slice(-4)],
  })

  /** A search, a decision, or a section of the plan. */
  function interlude(nth: number, step: number): void {
    const entity = made.entities[(step / 4 + nth) % made.entities.length] ?? first
    if (entity === undefined) return
    const write = writerFor(made, entity, chance, `interlude ${nth} ${step}`, known)
    const kind = (step / 4) % 3
    if (kind === 1 || nth === 0) {
      const path = made.path(entity, 'service')
      const query = made.functionsOf(path)[nth] ?? entity.name
      const text = voice.variant('seams', written.search).replace('$query', query)
      agent.act({ phase: 'explore', next: null, text, topic, deeds: [searchDeed(workspace, query, '.')] })
      return
    }
    const before = workspace.text(PLAN)
    const constants = made.sources
      .filter((path) => path.includes(`/${entity.table.replaceAll('_', '-')}/`))
      .map((path) => `${screaming(entity.name)} in ${path.split('/').at(-1) ?? ''}`)
    const section = write(written.section.replace('$constants', constants.join(', ')))
    const choice = chance('structure', `decision ${nth} ${step}`).pick(written.decisions)
    const phrase = write(choice.say)
    const decision = toldFact({
      key: `decision ${nth} ${step}`,
      kind: 'decision',
      evidence: [phrase],
      recall: [
        `I decided to ${phrase}, so this follows from it.`,
        `Consistent with the decision to ${phrase}.`,
      ],
      odds: 0.6,
    })
    const anchor = before.split('\n').at(-2) ?? ''
    const deed =
      before.split(anchor).length === 2
        ? editDeed(workspace, PLAN, anchor, `${anchor}\n\n${section}`, entity.plural)
        : createDeed(workspace, PLAN, `${before}\n${section}`)
    agent.act({
      phase: 'edit',
      next: null,
      text: write(voice.variant('sections', written.write)),
      after: ` Decision: ${phrase}, because ${choice.why}.`,
      topic,
      deeds: [deed],
      plants: [decision],
    })
    decisions.push(decision)
  }
}

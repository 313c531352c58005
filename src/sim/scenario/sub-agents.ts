import { service, writerFor, writtenFact } from './coding/service.ts'
import type { Service } from './coding/service.ts'
import type { Role } from './coding/plan.ts'
import { Agenda } from './telling/agenda.ts'
import { CodingAgent } from './telling/coding-agent.ts'
import { listDeed, readDeed, searchDeed } from './telling/deed.ts'
import type { Deed } from './telling/deed.ts'
import { toldFact } from './telling/fact.ts'
import type { Fact } from './telling/fact.ts'
import { around } from './telling/size.ts'
import { toldCoding } from './telling/tell-coding.ts'
import type { Stage } from './telling/tell.ts'
import type { FactTemplate } from './telling/teller.ts'
import { Voice } from './telling/voice.ts'
import { expand } from './text/expand.ts'
import written from './text/story/sub-agents.json' with { type: 'json' }

const ROLES: readonly Role[] = ['model', 'store', 'service', 'routes', 'mapper', 'jobs']
/** Turns of the main window. */
const MAIN_TURNS = 13
/** Lines of a branch's report: about 1,500 tokens. */
const FINDINGS = 34

/** One agent hands out folders to others, and gets a report of 1,500 tokens for 30,000 that each of them read. */
export const subAgents = toldCoding({
  name: 'sub-agents',
  title: 'Sub-agents for every folder',
  label: 'Sub-agent fan-out',
  sentence:
    'Eight agents read a folder each in windows of their own. The main window only gets their reports.',
  shows: 'What delegation does to the main window, and what all windows together cost.',
  group: 'shape',
  parameters: {
    branches: {
      default: 8,
      min: 2,
      max: 8,
      whole: true,
      meaning: 'Sub-agents, each with a window of its own.',
    },
    steps: { default: 10, min: 3, max: 14, whole: true, meaning: 'Turns of each sub-agent.' },
  },
  longShare: 0.5,
  sent: true,
  plot: (chance, value) => {
    const made = service(
      chance,
      value('branches'),
      ROLES,
      around(3200, 0.5, 1500, 12_000),
      value('result_scale'),
    )
    return {
      domain: made.domain,
      turns: MAIN_TURNS + value('branches') * value('steps'),
      files: made.files,
      tools: [written.tool],
      play: (agent, stage) => {
        play(agent, made, stage)
      },
    }
  },
})

interface Branch {
  readonly folder: string
  readonly task: string
  readonly step: (nth: number) => void
  readonly report: () => { readonly text: string; readonly facts: readonly Fact[] }
}

function play(agent: CodingAgent, made: Service, stage: Stage): void {
  const { chance, value } = stage
  const { workspace, recorder, agenda, voice } = agent
  const [first] = made.entities
  if (first === undefined) throw new Error('a service without entities')
  const draws = chance('text', 'audit')
  const known = new Map([
    ['audit', `${draws.integer(2026, 2027)}/${draws.integer(11, 89)}`],
    ['last', `2025/${draws.integer(11, 89)}`],
    ['levelA', draws.pick(['blocker', 'severe', 'red'])],
    ['levelB', draws.pick(['finding', 'medium', 'amber'])],
    ['levelC', draws.pick(['remark', 'minor', 'note'])],
  ])
  const say = writerFor(made, first, chance, 'audit words', known)
  const rules = [written.goal, ...written.rules].map((it) => ({
    said: say((it as FactTemplate).say ?? ''),
    fact: writtenFact(it as FactTemplate, say, 0.9),
  }))
  const facts = rules.map(({ fact }) => fact)
  const topic = { thing: 'the audit' }
  agent.hear([say(written.open), '', ...rules.slice(1).map(({ said }) => `- ${said}`)].join('\n'), facts)
  for (const fact of facts) {
    agenda.soon(fact, 0)
    agenda.spread(fact, 0, [0.85, 0.92, 0.97])
  }
  agent.act({
    phase: 'explore',
    next: null,
    text: written.look[0] ?? '',
    topic,
    deeds: [listDeed(workspace, 'src')],
  })
  agent.act({
    phase: 'explore',
    next: null,
    text: written.look[1] ?? '',
    topic,
    deeds: [searchDeed(workspace, 'ConflictError', 'src')],
  })

  const branches = made.entities.map((_, nth) => branchOf(nth))
  const folders = branches.map(({ folder }) => `\`${folder}\``).join(', ')
  const reports: { readonly folder: string; readonly fact: Fact }[] = []
  agent.act({
    phase: 'explore',
    next: null,
    text: draws.pick(written.send).replace('$folders', () => folders),
    topic,
    deeds: branches.map(({ folder, task }, nth): Deed => ({
      call: { name: 'run_agent', input: { task, folder } },
      perform: () => {
        // All of them work at the same time: the first result waits for every window.
        if (nth === 0)
          for (let step = 0; step < value('steps') - 1; step += 1) for (const it of branches) it.step(step)
        const { text, facts: shown } = branches[nth]?.report() ?? { text: '', facts: [] }
        for (const fact of shown) reports.push({ folder, fact })
        return { text, plants: shown }
      },
      saw: 'saw-text',
      topic: { file: 'the last report' },
      path: '',
      replaces: null,
    })),
  })

  written.ask.forEach((question, nth) => {
    const draw = chance('needs', `ask ${nth}`)
    const [it, other] = draw.shuffle(reports)
    if (it === undefined || other === undefined) return
    const words = new Map([
      ...known,
      ['constant', it.fact.evidence[0] ?? ''],
      ['folder', it.folder],
      ['other', other.fact.evidence[0] ?? ''],
      ['second', other.folder],
    ])
    const fill = (text: string): string => expand(text, (name) => words.get(name), draw)
    const name = (it.fact.evidence[0] ?? '').split(' ')[0] ?? ''
    agent.act({
      phase: 'verify',
      next: null,
      topic,
      text: fill(written.verify[nth] ?? ''),
      deeds: [searchDeed(workspace, name, 'src')],
      uses: [it.fact],
    })
    agent.act({ phase: 'verify', next: null, topic, text: 'It is as reported.', deeds: [] })
    agent.hear(question, [])
    agent.act({
      phase: 'verify',
      next: null,
      topic,
      text: fill(written.answer[nth] ?? ''),
      deeds: [],
      uses: nth === 1 ? [it.fact, other.fact] : [it.fact],
    })
    agent.hear(
      ['Thanks. Please go on with the report.', 'Good. One more thing later.', 'Now the report, please.'][
        nth
      ] ?? '',
      [],
    )
  })
  const cited = branches.flatMap(({ folder }) => reports.filter((it) => it.folder === folder).slice(0, 1))
  const points = cited.map(({ folder, fact }) => `- ${folder}: \`${fact.evidence[0] ?? ''}\``).join('\n')
  agent.act({
    phase: 'verify',
    next: null,
    text: say(written.final.replace('$points', () => '@@')).replace('@@', () => points),
    deeds: [],
    uses: [...facts, ...cited.map(({ fact }) => fact)],
  })

  function branchOf(nth: number): Branch {
    const entity = made.entities[nth] ?? first
    if (entity === undefined) throw new Error('no entity')
    const folder = `src/${entity.table.replaceAll('_', '-')}`
    const own = new Map([
      ...known,
      ['folder', folder],
      ['ref', `${made.domain.tickets}-R${draws.integer(1001, 9899)}`],
    ])
    const write = writerFor(made, entity, chance, `task ${nth}`, own)
    const task = write(written.task)
    const goal = writtenFact({ ...(written.taskFact as FactTemplate), id: `task ${nth}` }, write, 0.9)
    const paths = made.sources.filter((path) => path.startsWith(`${folder}/`))
    const chunk = Math.ceil(paths.length / Math.max(1, value('steps') - 2))
    const window = recorder.open()
    const branch = new CodingAgent(
      {
        workspace,
        recorder,
        agenda: new Agenda(
          (of, thing) => chance(of, `${folder} ${thing}`),
          value('reuse'),
          MAIN_TURNS + value('branches') * value('steps'),
          0.3,
        ),
        voice: new Voice((of, thing) => chance(of, `${folder} ${thing}`)),
        chance: (of, thing) => chance(of, `${folder} ${thing}`),
      },
      { thinking: value('thinking') },
    )
    for (const file of made.files) if (paths.includes(file.path)) branch.settle(file)
    const inWindow = (work: () => void): void => {
      const before = recorder.window
      recorder.go(window)
      work()
      recorder.go(before)
    }
    return {
      folder,
      task,
      step: (step) => {
        inWindow(() => {
          if (step === 0) recorder.order(task, [goal])
          const next = paths.slice(step * chunk, (step + 1) * chunk)
          const path = paths[step % paths.length] ?? ''
          const deeds =
            next.length > 0
              ? next.map((it) => readDeed(workspace, it))
              : [searchDeed(workspace, made.functionsOf(path)[step % 3] ?? entity.name, 'src')]
          const text = voice.variant('branch reads', written.read).replace('$path', () => next.at(-1) ?? path)
          branch.act({
            phase: 'explore',
            next: null,
            text,
            topic: { thing: 'the review' },
            deeds,
          })
        })
      },
      report: () => {
        const shown: Fact[] = []
        const lines: string[] = []
        const landmarks = made.files
          .filter(({ path }) => paths.includes(path))
          .flatMap(({ path, landmarks: marks }) => marks.map((fact) => ({ path, fact })))
          .filter(({ fact }) => fact.evidence.length === 1 && fact.evidence[0]?.includes(' = ') === true)
        let text = ''
        inWindow(() => {
          const kept = landmarks.filter(({ fact }) => recorder.knows(fact))
          const order = chance('text', `findings ${nth}`).shuffle(written.findings)
          for (let line = 0; line < FINDINGS; line += 1) {
            const at = kept[line % Math.max(1, kept.length)]
            const path = at?.path ?? paths[line % paths.length] ?? ''
            const fns = made.functionsOf(path)
            const words = new Map([
              ...own,
              ['level', known.get(['levelA', 'levelB', 'levelC'][line % 3] ?? '') ?? ''],
              ['constant', at?.fact.evidence[0] ?? ''],
              ['fn', fns[line % Math.max(1, fns.length)] ?? entity.name],
            ])
            const template = order[line % order.length] ?? ''
            if (at === undefined && template.includes('$constant')) continue
            lines.push(expand(template, (name) => words.get(name), draws))
          }
          const words = new Map([
            ...own,
            ['findings', lines.join('\n')],
            ['files', paths.map((path) => `\`${path}\``).join(', ')],
          ])
          text = expand(written.report, (name) => words.get(name), draws)
          const used = kept.filter(({ fact }) => text.includes(fact.evidence[0] ?? ''))
          branch.act({
            phase: 'verify',
            next: null,
            topic: { thing: 'the review' },
            text,
            deeds: [],
            uses: [goal, ...used.map(({ fact }) => fact)],
          })
          for (const { fact } of used.slice(0, 3)) shown.push(reported(fact, folder))
        })
        // What the agent recalled before its findings is not part of what it hands back.
        return { text, facts: shown }
      },
    }
  }
}

/** A finding as the main window gets it: only the report has it. */
function reported(fact: Fact, folder: string): Fact {
  const words = new Map([
    ['constant', fact.evidence[0] ?? ''],
    ['folder', folder],
  ])
  return toldFact({
    key: `reported ${fact.key}`,
    kind: 'tool_result',
    evidence: fact.evidence,
    recall: written.main.recall.map((text) =>
      text.replace(/\$([a-z]+)/g, (_, name: string) => words.get(name) ?? ''),
    ),
    odds: 0.4,
  })
}

import type { Random } from '../../engine/index.ts'
import { commandDeed, service, writerFor, writtenFact } from './coding/service.ts'
import type { CommandTemplate, Service } from './coding/service.ts'
import type { CodingAgent } from './telling/coding-agent.ts'
import { editDeed, listDeed, readDeed, searchDeed } from './telling/deed.ts'
import { toldFact } from './telling/fact.ts'
import { around } from './telling/size.ts'
import { toldCoding } from './telling/tell-coding.ts'
import type { Stage } from './telling/tell.ts'
import type { FactTemplate } from './telling/teller.ts'
import { testDeed, testNames } from './telling/test-run.ts'
import { functionIn } from './telling/workspace.ts'
import type { Role } from './coding/plan.ts'
import written from './text/story/bug-fix.json' with { type: 'json' }

const ROLES: readonly Role[] = ['service', 'store', 'mapper', 'routes']
/** Turns besides the reading between them. */
const SCENES = 15

/** One bug from its report to its fix: so little that nothing should have to be evicted. */
export const bugFix = toldCoding({
  name: 'bug-fix',
  title: 'A short bug fix',
  label: 'Short bug fix',
  sentence: 'A bug from the report to the fix: a few files, one wrong line, a failing test.',
  shows:
    'What a strategy breaks where it is not needed: nothing should help much here, and eager eviction costs most.',
  group: 'coding',
  parameters: {
    turns: { default: 40, min: 22, max: 60, whole: true, meaning: 'Turns of the conversation.' },
  },
  longShare: 0.3,
  sent: true,
  plot: (chance, value) => {
    const made = service(chance, 2, ROLES, around(2500, 0.4, 1200, 5200), value('result_scale'))
    const turns = value('turns')
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
  const { workspace, agenda, recorder } = agent
  const [entity, neighbour] = made.entities
  if (entity === undefined || neighbour === undefined) throw new Error('a service has at least two entities')
  const path = made.path(entity, 'service')
  const test = made.path(entity, 'service', 'test')
  const fn = made.functionsOf(path)[1] ?? ''
  const draws = chance('text', 'bug')
  const bug = chance('structure', 'bug').pick(written.bugs)
  const limit = draws.integer(21, 96) * 25
  const known = new Map<string, string>([
    ['fn', fn],
    ['path', path],
    ['file', path.split('/').at(-1) ?? path],
    ['ticket', `${made.domain.tickets}-${draws.integer(6001, 9899)}`],
    ['old', `${made.domain.tickets}-${draws.integer(4001, 5899)}`],
    ['logCode', `E_${made.domain.prefix}_SKIPPED_${draws.integer(1001, 9899)}`],
    ['tenant', draws.pick(['Nordwerk', 'Halden & Co', 'Casa Verde', 'Bluefin Travel', 'Osterberg'])],
    ['other', draws.pick(['Mirela', 'Sam', 'Anouk', 'Viktor'])],
    ['suspect', draws.pick(['cache', 'time zone', 'retry', 'query'])],
    ['limit', String(limit)],
    ['fewer', String(limit - draws.integer(2, 19))],
    ['release', `${draws.integer(3, 8)}.${draws.integer(10, 39)}.${draws.integer(0, 9)}`],
  ])
  const write = writerFor(made, entity, chance, 'story', known)
  known.set('symptom', write(bug.symptom))
  const say = writerFor(made, entity, chance, 'report', known)
  const rules = (written.rules as readonly FactTemplate[]).map((it) => ({
    said: say(it.say ?? ''),
    fact: writtenFact(it, say, 0.9),
  }))
  const goal = writtenFact(written.goal as FactTemplate, say, 0.9)
  const wrong = write(bug.line)
  const right = writerFor(made, entity, chance, 'story', known)(bug.fixed)
  spoil(agent, path, fn, `  log.info('${known.get('logCode') ?? ''}', { by: '${fn}' })\n${wrong}`)

  const thing = `\`${known.get('ticket') ?? ''}\``
  const topic = { thing }
  const decision = toldFact({
    key: 'decision',
    kind: 'decision',
    evidence: [say(bug.decision)],
    recall: [`I decided to ${say(bug.decision)}, and that is all that changes.`],
    odds: 0.6,
  })
  const failure = {
    path: test,
    title: (testNames(workspace.text(test))[0] ?? 'subject > works').split(' > '),
    message: say(bug.message),
    expected: say(bug.expected),
    received: say(bug.received),
    line: 0,
  }
  const failed = toldFact({
    key: 'failure',
    kind: 'tool_result',
    evidence: [failure.message],
    recall: [`The test said \`${failure.message}\`, which is the same thing seen from outside.`],
    odds: 0.5,
  })
  const run = (key: string, only: string | null, fails: boolean) =>
    testDeed(
      workspace,
      {
        key,
        service: made.domain.service,
        release: known.get('release') ?? '',
        only,
        failures: fails ? [{ fact: failed, failure }] : [],
        environment: '',
        printed: 3,
      },
      chance,
    )
  const order = chance('structure', 'reads')
  const others = order.shuffle(made.sources.filter((it) => it !== path))
  const spare = turns - SCENES
  const look = reader(agent, made, others, order, topic)

  agent.hear(`${say(written.report)}\n\n${rules.map((it) => `- ${it.said}`).join('\n')}`, [
    goal,
    ...rules.map((it) => it.fact),
  ])
  for (const it of [goal, ...rules.map(({ fact }) => fact)]) {
    agenda.soon(it, 0)
    agenda.spread(it, 0, [0.3, 0.6, 0.85])
  }
  const explore = (
    deed: Parameters<CodingAgent['act']>[0]['deeds'][number],
    next: 'next-list' | 'next-search' | 'next-read' | 'next-shell' | 'next-reread',
  ): void => {
    agent.act({ phase: 'explore', next, topic, deeds: [deed] })
  }
  explore(searchDeed(workspace, known.get('logCode') ?? '', 'src'), 'next-search')
  explore(readDeed(workspace, path), 'next-read')
  for (let nth = 0; nth < Math.floor(spare * 0.5); nth += 1) look()
  const commands = order.shuffle(written.commands as readonly CommandTemplate[])
  for (const command of commands.slice(0, 2))
    agent.act({
      phase: 'explore',
      next: 'next-shell',
      topic: { ...topic, aim: command.aim },
      deeds: [commandDeed(command, say)],
    })
  agent.act({
    phase: 'verify',
    next: 'next-test',
    topic: { ...topic, file: test.split('/').at(-1) ?? test },
    deeds: [run('before', test, true)],
  })
  agent.act({ phase: 'repair', next: 'next-reread', topic, deeds: [readDeed(workspace, path, fn)] })
  agent.act({
    phase: 'repair',
    next: null,
    text: `There it is, ${bug.where}: in \`${fn}\` ${say(bug.cause)}. That is why the test says \`${failure.message}\`. I decide to ${say(bug.decision)}.`,
    deeds: [editDeed(workspace, path, wrong, right, fn)],
    uses: [failed],
    plants: [decision],
  })
  agent.act({
    phase: 'verify',
    next: 'next-test',
    topic: { ...topic, file: test.split('/').at(-1) ?? test },
    deeds: [run('after', test, false)],
  })
  agent.act({
    phase: 'verify',
    next: null,
    text: `The line in \`${fn}\` is corrected and its test passes. ${rules[0]?.fact.recall[0] ?? ''}`,
    deeds: [],
    uses: rules.slice(0, 1).map(({ fact }) => fact),
  })
  agent.hear(
    writerFor(made, neighbour, chance, 'more', known)(written.more.replace('$other', neighbour.name)),
    [],
  )
  explore(searchDeed(workspace, neighbour.name, 'src'), 'next-search')
  while (recorder.turn < turns - 4) look()
  agent.act({ phase: 'verify', next: 'next-full-test', topic, deeds: [run('all', null, false)] })
  known.set('cause', say(bug.cause))
  known.set('decision', say(bug.decision))
  const last = writerFor(made, entity, chance, 'report', known)
  explore(listDeed(workspace, path.split('/').slice(0, -1).join('/')), 'next-list')
  agent.act({
    phase: 'verify',
    next: null,
    text: last(written.final),
    deeds: [],
    uses: [decision, ...rules.map(({ fact }) => fact)],
  })
  agent.hear(written.thanks, [])
  agent.act({ phase: 'verify', next: null, text: last(written.customer), deeds: [], uses: [goal] })
}

/** Reads what is next: another file, a piece of a known one, or who uses one of its functions. */
function reader(
  agent: CodingAgent,
  made: Service,
  paths: readonly string[],
  draws: Random,
  topic: { readonly thing: string },
): () => void {
  let nth = 0
  return () => {
    const path = paths[Math.floor(nth / 3) % paths.length] ?? ''
    const fn = made.functionsOf(path)[nth % 3] ?? ''
    const kind = nth % 3
    nth += 1
    const deed =
      kind === 0
        ? readDeed(agent.workspace, path)
        : kind === 1
          ? searchDeed(agent.workspace, fn, '.')
          : readDeed(agent.workspace, path, made.functionsOf(path)[draws.integer(0, 2)])
    agent.act({
      phase: 'explore',
      next: kind === 1 ? 'next-search' : kind === 0 ? 'next-read' : 'next-reread',
      topic,
      deeds: [deed],
    })
  }
}

/** Puts the wrong line into a function. */
function spoil({ workspace }: CodingAgent, path: string, fn: string, line: string): void {
  const [first = '', second = ''] = functionIn(workspace.text(path), fn)?.lines ?? []
  const text = workspace.text(path)
  workspace.put(
    path,
    text.replace(`${first}\n${second}`, () => `${first}\n${line}\n${second}`),
  )
}

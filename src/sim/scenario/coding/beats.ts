import { createDeed, readDeed, searchDeed, listDeed, shellDeed, editDeed } from '../telling/deed.ts'
import { codeSlots } from '../telling/code-slots.ts'
import { entityOf } from './repository.ts'
import type { CodingBeat, FileName, Piece, PlannedEdit } from './plan.ts'
import type { CodingStory, Order } from './story.ts'
import { toldFact } from '../telling/fact.ts'
import type { Fact } from '../telling/fact.ts'
import type { Rule } from '../telling/rule.ts'
import { testDeed, testNames } from '../telling/test-run.ts'
import {
  ADDED_TEST,
  ADDED_TITLES,
  MENDING,
  PROBES,
  SESSION_GOAL,
  SESSION_REPORTS,
  TYPE_ERRORS,
} from '../text/session.ts'
import { expand } from '../text/expand.ts'
import { compilerReport } from '../text/output.ts'
import type { Phase } from '../text/speech.ts'
import { fileName, functionIn } from '../telling/workspace.ts'

/** Plays one turn of the long session. */
export function playBeat(story: CodingStory, order: Order, beat: CodingBeat, rules: readonly Rule[]): void {
  switch (beat.kind) {
    case 'open':
      return open(story, order, beat.list)
    case 'read':
      return read(story, order, beat.files, beat.piece)
    case 'search':
      return search(story, order, beat.query, beat.file)
    case 'probe':
      return probe(story, order, beat.probe, beat.file)
    case 'create':
      return create(story, order, beat.edits)
    case 'edit':
      return edit(story, order, beat.edits)
    case 'stale':
      return staleEdit(story, order, beat.edit)
    case 'add-test':
      return addTest(story, order, beat.file)
    case 'types':
      return types(story, order, beat.fails, beat.file)
    case 'mend':
      return mend(story, order, beat.file)
    case 'test':
      return test(story, order, beat.file, beat.finds)
    case 'suite':
      return suite(story, order)
    case 'fix':
      return fix(story, order, beat.edit)
    case 'report':
      return report(story, order, rules)
  }
}

/** The whole file again, if a step's edit has nothing to do. */
const WHOLE: Piece = { around: null }

function phaseOf(order: Order): Phase {
  if (order.failures.length > order.fixed.size) return 'repair'
  return order.touched.size > 0 ? 'verify' : 'explore'
}

function open(story: CodingStory, order: Order, list: boolean): void {
  const entity = entityOf(story.plan.domain, order.plan.entity)
  const folder = `src/${entity.table.replaceAll('_', '-')}`
  const query = order.plan.template === null ? story.writeFor(order, 'first query', '$code') : entity.name
  const deed = list
    ? listDeed(story.agent.workspace, folder)
    : searchDeed(story.agent.workspace, query, 'src', (text) =>
        story.hits(`open ${order.plan.number}`, query, 'src', text),
      )
  story.agent.act({
    phase: 'explore',
    next: list ? 'next-list' : 'next-search',
    topic: { thing: order.thing },
    deeds: [deed],
  })
}

function read(story: CodingStory, order: Order, files: readonly FileName[], piece: Piece | null): void {
  const deeds = files.map((file) => {
    const around = piece?.around ?? null
    return readDeed(
      story.agent.workspace,
      story.path(file),
      around === null ? undefined : story.functionOf(file, around),
    )
  })
  const paths = files.map((file) => `\`${story.path(file)}\``).join(' and ')
  const known = files.every((file) => story.agent.recorder.sourceText(`file ${story.path(file)}`) !== null)
  story.agent.act({
    phase: phaseOf(order),
    next: files.length > 1 ? 'next-read-many' : piece !== null && known ? 'next-reread' : 'next-read',
    topic: { thing: order.thing, paths },
    deeds,
  })
}

function search(story: CodingStory, order: Order, kind: 'entity' | 'function', file: FileName): void {
  const entity = entityOf(story.plan.domain, file.entity)
  const draws = story.chance('text', `query ${story.agent.recorder.turn}`)
  const query = {
    entity: draws.pick([`${entity.name}Status`, `make${entity.name}`, `${entity.name}Input`]),
    function: story.functionOf(file, draws.integer(0, 2)),
  }[kind]
  const key = `${order.plan.number} ${story.agent.recorder.turn}`
  const deed = searchDeed(story.agent.workspace, query, '.', (text) => story.hits(key, query, '.', text))
  story.agent.act({
    phase: phaseOf(order),
    next: 'next-search',
    topic: { thing: order.thing },
    deeds: [deed],
  })
}

/** A look at history, cost or size, with one figure worth remembering. */
function probe(story: CodingStory, order: Order, number: number, file: FileName): void {
  const template = PROBES[number % PROBES.length]
  if (template === undefined) throw new Error('there are no probes')
  const path = story.path(file)
  const draws = story.chance('text', `probe ${story.agent.recorder.turn}`)
  const hex = (): string => (draws.integer(0x1000000, 0xfffffff) * 1).toString(16)
  const known = new Map([
    ...['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'].map((letter): [string, string] => [`sha${letter}`, hex()]),
    ...['A', 'B', 'C'].map((letter): [string, string] => [`ms${letter}`, String(draws.integer(101, 899))]),
    ['path', path],
    ['file', fileName(path)],
    ['fn', story.functionOf(file, 0)],
    ['rows', String(draws.integer(11, 89) * 1000)],
    ['heap', String(draws.integer(101, 389))],
    ['changed', String(draws.integer(101, 899))],
    ['packages', String(draws.integer(301, 899))],
    ['rowsInState', String(draws.integer(10_001, 98_999))],
    ['release', story.release],
    ['ticket', `${story.plan.domain.tickets}-${draws.integer(1001, 1999)}`],
  ])
  const slot = codeSlots(story.plan.domain, entityOf(story.plan.domain, file.entity), draws, known)
  const write = (text: string): string => expand(text, slot, draws)
  const fact = toldFact({
    key: `probe ${story.agent.recorder.turn}`,
    kind: 'tool_result',
    evidence: template.evidence.map(write),
    recall: template.recall.map(write),
    odds: 0.5,
  })
  const topic = { message: write(template.finding) }
  const deed = shellDeed(write(template.command), write(template.output), 'saw-shell', topic, [fact])
  const next = { aim: write(template.aim), thing: order.thing }
  story.agent.act({ phase: phaseOf(order), next: 'next-shell', topic: next, deeds: [deed] })
}

function edit(story: CodingStory, order: Order, edits: readonly PlannedEdit[]): void {
  const made = edits.flatMap((it) => story.edit(order, it) ?? [])
  const [first] = made
  if (first === undefined) {
    return read(story, order, edits.map((it) => it.file).slice(0, 1), WHOLE)
  }
  const decides = story.chance('structure', `decides ${story.agent.recorder.turn}`).uniform() < 0.45
  const decision = decides
    ? story.decide(order, first.deed.topic['fn'] ?? '', String(story.agent.recorder.turn))
    : null
  const change = made.map((it) => it.change).join('; ')
  story.agent.act({
    phase: 'edit',
    next: made.length > 1 ? 'next-edit-many' : 'next-edit',
    topic: { thing: order.thing, change },
    ...(decision === null ? {} : { after: ` ${decision.say}`, plants: [decision.fact] }),
    deeds: made.map((it) => it.deed),
    uses: unique(made.flatMap((it) => it.uses)),
  })
}

/** Announces the plan of the subtask and writes its new module and the module's test. */
function create(story: CodingStory, order: Order, edits: readonly PlannedEdit[]): void {
  const { module, test, uses } = story.module(order)
  const plan = edits.map((it) => {
    const fn = story.functionOf(it.file, it.fn)
    return `- \`${fn}\` in \`${story.path(it.file)}\`: ${story.writeFor(order, `change ${fn}`, story.change(order, it).change, fn)}`
  })
  const decision = story.decide(
    order,
    story.functionOf(edits[0]?.file ?? order.home, 0),
    `plan ${order.plan.number}`,
  )
  const after = `\n\n- \`${module.path}\`, new: the rule in one place, with a test of its own\n${[...new Set(plan)].join('\n')}\n\n${decision.say}`
  story.agent.act({
    phase: 'edit',
    next: null,
    topic: { thing: order.thing },
    text: story.writeFor(order, 'plan', story.agent.voice.variant('plans', PLANS)),
    after,
    deeds: [
      createDeed(story.agent.workspace, module.path, module.text),
      createDeed(story.agent.workspace, test.path, test.text),
    ],
    plants: [decision.fact],
    uses,
  })
}

const PLANS = [
  'I have seen enough. This is how I would do it:',
  'Plan for $ticket:',
  'That is all I need to know. The steps:',
  'So here is what I will change:',
  'Good, the shape is clear. In this order:',
]

/** An edit whose old text comes from an older version of the file. */
function staleEdit(story: CodingStory, order: Order, planned: PlannedEdit): void {
  const { workspace } = story.agent
  const path = story.path(planned.file)
  const fn = story.functionOf(planned.file, planned.fn)
  const lines = functionIn(workspace.text(path), fn)?.lines ?? []
  const line = story.writeFor(order, `line ${fn}`, story.change(order, planned).line, fn)
  const before = `${lines[0] ?? ''}\n  // ${order.ticket}\n${lines[1] ?? ''}`
  const after = `${lines[0] ?? ''}\n${line}\n${lines[1] ?? ''}`
  const change = story.writeFor(order, `change ${fn}`, story.change(order, planned).change, fn)
  story.agent.act({
    phase: 'edit',
    next: 'next-edit',
    topic: { thing: order.thing, change },
    deeds: [editDeed(workspace, path, before, after, fn)],
    uses: story.firstUses(order, after),
  })
}

function addTest(story: CodingStory, order: Order, file: FileName): void {
  const { workspace } = story.agent
  const path = story.path(file)
  const text = workspace.text(path)
  const fn = story.functionOf({ ...file, kind: 'source' }, 0)
  const anchor = `describe('${fn}', () => {\n`
  const title = story.writeFor(order, 'added title', story.pick(`added ${order.plan.number}`, ADDED_TITLES))
  const added = story.writeFor(
    order,
    'added test',
    ADDED_TEST.replace('$title', title.replaceAll('$', '')),
    fn,
  )
  if (!text.includes(anchor) || text.includes(title)) return read(story, order, [file], WHOLE)
  const after = anchor + added.replace(/^\n/, '') + '\n'
  order.touched.add(path)
  story.agent.act({
    phase: 'edit',
    next: 'next-edit',
    topic: { thing: order.thing, change: `add a test, "${title}"` },
    deeds: [editDeed(workspace, path, anchor, after, fn)],
    uses: story.firstUses(order, after),
  })
}

function types(story: CodingStory, order: Order, fails: boolean, file: FileName): void {
  const draws = story.chance('text', `types ${story.agent.recorder.turn}`)
  const error = draws.pick(TYPE_ERRORS)
  const path = story.path(file)
  const fn = story.functionOf(file, 0)
  const known = new Map([
    ['fn', fn],
    ['type', `${file.entity}Deps`],
  ])
  const message = expand(error.message, (name) => known.get(name) ?? order.slot(name), draws)
  const line = functionIn(story.agent.workspace.text(path), fn)?.first ?? 1
  const output = fails ? compilerReport(path, line, error.code, message) : '(no output)'
  const fact = toldFact({
    key: `types ${story.agent.recorder.turn}`,
    kind: 'tool_result',
    evidence: [message],
    recall: [],
    odds: 0,
  })
  const saw = fails ? 'saw-type-errors' : 'saw-types'
  const deed = shellDeed('npx tsc --noEmit', output, saw, { message }, fails ? [fact] : [])
  if (fails) order.typeErrors.push(fact)
  story.agent.act({ phase: 'verify', next: 'next-types', topic: { thing: order.thing }, deeds: [deed] })
}

/** Fixes the last type error. */
function mend(story: CodingStory, order: Order, file: FileName): void {
  const { workspace } = story.agent
  const path = story.path(file)
  const fn = story.functionOf(file, 0)
  const [first = '', second = ''] = functionIn(workspace.text(path), fn)?.lines ?? []
  const line = story.writeFor(order, `mending ${fn}`, MENDING.line, fn)
  const fact = order.typeErrors.pop()
  if (fact === undefined || workspace.text(path).includes(line)) return read(story, order, [file], WHOLE)
  const change = story.writeFor(order, `mending ${fn}`, MENDING.change, fn)
  story.agent.act({
    phase: 'edit',
    next: 'next-edit',
    text: `About the compiler's \`${fact.evidence[0] ?? ''}\`: I ${change}.`,
    deeds: [editDeed(workspace, path, `${first}\n${second}`, `${first}\n${line}\n${second}`, fn)],
    uses: [fact],
  })
}

/** Runs the tests of one file; they may find a bug in an earlier edit. */
function test(story: CodingStory, order: Order, file: FileName, finds: PlannedEdit | null): void {
  const failures = finds === null ? [] : [failureOf(story, order, file, finds)]
  for (const it of failures) order.failures.push(it.fact)
  const deed = testDeed(story.agent.workspace, testOrder(story, story.path(file), failures), story.chance)
  const topic = { thing: order.thing, file: fileName(story.path(file)) }
  story.agent.act({ phase: 'verify', next: 'next-test', topic, deeds: [deed] })
}

function suite(story: CodingStory, order: Order): void {
  const deed = testDeed(story.agent.workspace, testOrder(story, null, []), story.chance)
  story.agent.act({ phase: 'verify', next: 'next-full-test', topic: { thing: order.thing }, deeds: [deed] })
}

function testOrder(
  story: CodingStory,
  only: string | null,
  failures: Parameters<typeof testDeed>[1]['failures'],
) {
  return {
    key: String(story.agent.recorder.turn),
    service: story.plan.domain.service,
    release: story.release,
    only,
    failures,
    environment: '',
    printed: story.printed,
  }
}

function failureOf(story: CodingStory, order: Order, file: FileName, planned: PlannedEdit) {
  const fn = story.functionOf(planned.file, planned.fn)
  const template = story.change(order, planned)
  const key = failureKey(order, planned, fn)
  const write = (text: string): string => story.writeFor(order, key, text, fn)
  const path = story.path(file)
  const names = testNames(story.agent.workspace.text(path))
  const title = names[story.chance('text', key).integer(0, Math.max(0, names.length - 1))] ?? fn
  const message = write(template.message)
  const fact = toldFact({
    key,
    kind: 'tool_result',
    evidence: [message],
    recall: [`I remember \`${message}\` from before, so I check that case too.`],
    odds: 0.3,
  })
  const failure = {
    path,
    title: title.split(' > '),
    message,
    expected: write(template.expected),
    received: write(template.received),
    line: 0,
  }
  return { fact, failure }
}

function failureKey(order: Order, planned: PlannedEdit, fn: string): string {
  return `failure ${order.plan.number} ${planned.change} ${fn}`
}

function fix(story: CodingStory, order: Order, planned: PlannedEdit): void {
  const { workspace } = story.agent
  const path = story.path(planned.file)
  const fn = story.functionOf(planned.file, planned.fn)
  const template = story.change(order, planned)
  const line = story.writeFor(order, `line ${fn}`, template.line, fn)
  const fixed = story.writeFor(order, `line ${fn}`, template.fixed, fn)
  const fact = order.failures.find((it) => it.key === failureKey(order, planned, fn))
  if (fact === undefined || !workspace.text(path).includes(line))
    return read(story, order, [planned.file], WHOLE)
  order.fixed.add(fact.key)
  story.agent.act({
    phase: 'repair',
    next: 'next-edit',
    text: `${story.agent.voice.variant('reason', REASONS)} \`${fact.evidence[0] ?? ''}\`: ${template.cause}. In \`${fn}\` I ${template.fix}.`,
    deeds: [editDeed(workspace, path, line, fixed, fn)],
    uses: [fact, ...order.facts.filter((it) => it.evidence.every((string) => fixed.includes(string)))],
  })
}

const REASONS = [
  'The reason for',
  'What is behind',
  'I know where this comes from,',
  'The cause of',
  'This explains',
]

/** Ends the exchange; the last one lists every rule, the others a random selection. */
function report(story: CodingStory, order: Order, rules: readonly Rule[]): void {
  const last = order.plan.template === null
  const draws = story.chance('needs', `report ${order.plan.number}`)
  const checked = last ? rules : draws.shuffle(rules).slice(0, draws.integer(1, 2))
  const goal = last || order.plan.number % 2 === 1
  const decisions = last ? [] : order.decisions.slice(0, 1).filter((fact) => story.agent.recorder.knows(fact))
  const failures = order.failures.filter((fact) => order.fixed.has(fact.key))
  const items = [
    ...(order.touched.size === 0
      ? []
      : [`- Changed: ${[...order.touched].map((path) => `\`${path}\``).join(', ')}.`]),
    ...order.facts.map((fact) => `- As asked: ${fact.evidence.map((it) => `\`${it}\``).join(' and ')}.`),
    ...failures.map((fact) => `- Found by a test and fixed: \`${fact.evidence[0] ?? ''}\`.`),
    ...decisions.map((fact) => `- I decided to ${fact.evidence[0] ?? ''}.`),
    ...checked.map((rule) => `- ${rule.check}`),
    ...(goal ? [`- ${story.write('goal', SESSION_GOAL.check)}`] : []),
  ]
  const head = last
    ? 'I have gone through everything once more.'
    : story.writeFor(order, 'report head', story.agent.voice.variant('report heads', SESSION_REPORTS))
  const uses: Fact[] = [
    ...order.facts,
    ...failures,
    ...decisions,
    ...checked.map((rule) => rule.fact),
    ...(goal ? [story.goal] : []),
  ]
  story.agent.act({
    phase: 'verify',
    next: null,
    text: `${head}\n\n${items.join('\n')}`,
    deeds: [],
    uses: unique(uses),
  })
}

function unique(facts: readonly Fact[]): Fact[] {
  return [...new Map(facts.map((fact) => [fact.key, fact])).values()]
}

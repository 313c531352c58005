import { createDeed, editDeed, listDeed, readDeed, shellDeed } from './deed.ts'
import type { Deed } from './deed.ts'
import { DOCS_PATH, servicePath } from './migration-repository.ts'
import { WRAPPER } from './migration-story.ts'
import type { MigrationStory } from './migration-story.ts'
import { clientPath } from './text/clients.ts'
import type { ClientSpec } from './text/clients.ts'
import { MIGRATION_FILES } from './text/migration-files.ts'
import { GO_AHEADS, GOAL, NO_EXTRA, OPENINGS, QUESTIONS, REPORT_HEADS, WRAP_UPS } from './text/migration.ts'
import { compilerReport } from './text/output.ts'
import { wrapperText } from './text/wrapper.ts'
import type { WrapperFault } from './text/wrapper.ts'

/** One turn of the story. Those that are `extra` fill the conversation up to its length. */
export interface Beat {
  readonly extra: string | null
  /** The client whose text the first edit of this beat needs, null for others. */
  readonly begins: ClientSpec | null
  /** Plays the turn, with calls of the story's own and `more`. */
  readonly play: (more: readonly Deed[]) => void
}

/** Names of the extra beats. */
export const EXTRAS: readonly string[] = Object.freeze([
  'read two clients',
  'read package.json',
  'read docs first',
  'types again',
  'read a service',
  'read another service',
  'first client tests',
  'second client tests',
  'third client tests',
  'fourth client tests',
  'fifth client tests',
  'history',
  'who catches',
  'diff',
])

/**
 * The beats of the migration in order, and of the extra ones as many as it takes to make `turns`; those
 * that come first in the plan are taken.
 */
export function migrationBeats(story: MigrationStory, turns: number): (() => void)[] {
  const beats = [...preparation(story), ...clientWork(story), ...wrapUp(story)]
  const needed = turns - beats.filter((beat) => beat.extra === null).length
  const taken = new Set(story.plan.extras.slice(0, Math.max(0, needed)))
  const told = beats.filter((beat) => beat.extra === null || taken.has(beat.extra))
  return told.map((beat, index) => () => {
    beat.play(told.flatMap((later, at) => readAhead(story, later, at - index)))
  })
}

/** A client is read one or two replies before it is edited, along with other calls, never in the same breath. */
function readAhead(story: MigrationStory, later: Beat, distance: number): Deed[] {
  if (later.begins === null) return []
  const ahead = story.chance('structure', `read ahead ${later.begins.name}`).integer(2, 3)
  return distance === ahead ? [readClient(story, later.begins)] : []
}

function must(play: (more: readonly Deed[]) => void): Beat {
  return { extra: null, begins: null, play }
}

function preparation(story: MigrationStory): Beat[] {
  const { workspace } = story.agent
  const [first, second, third] = story.plan.clients
  if (first === undefined || second === undefined || third === undefined) throw new Error('too few clients')
  return [
    must(() => {
      const opening = story.pick('opening', OPENINGS)
      story.hear(story.write('opening', opening, new Map([['rules', story.rulesText(0)]])))
      story.agent.act({
        phase: 'explore',
        next: null,
        text: 'I start with the layout and with every place that mentions axios.',
        thought:
          'A migration over many files. What can go wrong is the error handling, so before I write anything I need to know how errors travel today: which classes exist, who builds them, who catches them. The rules are specific, I will come back to each of them.',
        deeds: [listDeed(workspace, 'src'), story.search('axios', 'axios', '.')],
      })
    }),
    must(() => {
      const deeds = [
        readDeed(workspace, 'src/http/axiosInstance.ts'),
        readDeed(workspace, 'src/http/errors.ts'),
      ]
      story.agent.act({
        phase: 'explore',
        next: 'next-read-many',
        topic: { paths: '`src/http/axiosInstance.ts` and `src/http/errors.ts`', thing: 'the error handling' },
        deeds,
      })
    }),
    must(() => story.step('explore', 'next-read', readDeed(workspace, 'src/http/interceptors.ts'))),
    must(() => story.step('explore', 'next-search', story.search('isAxiosError', 'isAxiosError', 'src'))),
    must(() => story.step('explore', 'next-read', readClient(story, first))),
    {
      extra: 'read two clients',
      begins: null,
      play: () =>
        story.agent.act({
          phase: 'explore',
          next: 'next-read-many',
          topic: { paths: `\`${clientPath(second)}\` and \`${clientPath(third)}\``, thing: 'the clients' },
          deeds: [readClient(story, second), readClient(story, third)],
        }),
    },
    must(() => story.step('explore', 'next-read', readDeed(workspace, 'test/support/mockUpstream.ts'))),
    {
      extra: 'read package.json',
      begins: null,
      play: () =>
        story.agent.act({
          phase: 'explore',
          next: 'next-read-many',
          topic: { paths: '`package.json` and `src/config/upstreams.ts`', thing: 'the configuration' },
          deeds: [readDeed(workspace, 'package.json'), readDeed(workspace, 'src/config/upstreams.ts')],
        }),
    },
    {
      extra: 'read docs first',
      begins: null,
      play: () => story.step('explore', 'next-read', readDeed(workspace, DOCS_PATH)),
    },
    {
      extra: 'read a service',
      begins: null,
      play: () => story.step('explore', 'next-read', readDeed(workspace, servicePath('Profile'))),
    },
    must(() => {
      story.agent.act({
        phase: 'explore',
        next: 'next-full-test',
        text: 'Before I change anything I want to know that the suite is green.',
        deeds: [story.tests('baseline', null, [])],
        uses: story.testRules,
      })
    }),
    must(() => createWrapper(story)),
    must(() => {
      const before = `  body = ''\n\n  constructor(\n    readonly status`
      const after = `  body = ''\n  /** How often the call was tried; shows up in the log next to the status. */\n  attempts = 1\n\n  constructor(\n    readonly status`
      const decision = story.decision(1)
      story.agent.act({
        phase: 'edit',
        next: 'next-edit',
        text: `${decision.say} The error class also gets the number of attempts, otherwise a third 503 looks like a first one.`,
        deeds: [editDeed(workspace, 'src/http/errors.ts', before, after, 'toUpstreamError')],
        plants: [decision.fact],
      })
    }),
    must(() => {
      const line =
        workspace
          .text(WRAPPER)
          .split('\n')
          .findIndex((it) => it.includes('context.headers()')) + 1
      const message = `Property 'headers' does not exist on type 'CallContext'.`
      const output = compilerReport(WRAPPER, line, 2339, message)
      story.step(
        'verify',
        'next-types',
        shellDeed('npx tsc --noEmit', output, 'saw-type-errors', { message }),
      )
    }),
    must(() =>
      story.step('repair', 'next-read', readDeed(workspace, 'src/http/context.ts', undefined, 'saw-text')),
    ),
    must(() => {
      const anchor = MIGRATION_FILES.contextAnchor
      const after = story.write('headers', MIGRATION_FILES.contextAddition) + anchor
      const header = story.known.find((rule) => rule.id === 'header')
      story.agent.act({
        phase: 'edit',
        next: 'next-edit',
        topic: {
          change: 'build the headers in the context, where shard and correlation id are known',
          fn: 'headers',
        },
        deeds: [editDeed(workspace, 'src/http/context.ts', anchor, after, 'headers')],
        uses: header === undefined ? [] : [header.fact],
      })
    }),
    {
      extra: 'types again',
      begins: null,
      play: () =>
        story.step('verify', 'next-types', shellDeed('npx tsc --noEmit', '(no output)', 'saw-types', {})),
    },
    must(() => {
      const decision = story.decision(2)
      const question = story.write(
        'question',
        story.pick('question', QUESTIONS),
        new Map([['first', `\`${clientPath(first)}\``]]),
      )
      const items = [
        `- ${workspace.search('axios', 'src/clients').length} lines under src/clients mention axios, in ${story.plan.clients.length} files.`,
        `- \`${WRAPPER}\` is written, \`src/http/errors.ts\` and \`src/http/context.ts\` are prepared.`,
        `- ${decision.say}`,
        `- ${story.write('goal', GOAL.plan)}`,
      ]
      report(story, story.pick('plan head', REPORT_HEADS.plan), items, question, [decision.fact])
    }),
  ]
}

/** Writes the wrapper; the rules that are code go into its policy. */
function createWrapper(story: MigrationStory): void {
  const decision = story.decision(0)
  const options = story.known.flatMap((rule) => (rule.option === null ? [] : [rule]))
  const policy = options.map((rule) => rule.option ?? '')
  const faults = new Set([story.plan.early, ...story.plan.late].map((fault) => fault.id))
  story.agent.act({
    phase: 'edit',
    next: 'next-edit',
    text: `${decision.say} I write \`${WRAPPER}\` with the rules as its policy.`,
    deeds: [createDeed(story.agent.workspace, WRAPPER, wrapperText(policy, faults))],
    plants: [decision.fact],
    uses: options.map((rule) => rule.fact),
  })
}

function clientWork(story: MigrationStory): Beat[] {
  const { clients, early, late } = story.plan
  const tests = ['first', 'second', 'third', 'fourth', 'fifth'].map((name) => `${name} client tests`)
  const beats: Beat[] = [must((more) => goAhead(story, more))]
  clients.forEach((client, index) => {
    const begins = index === 0 ? null : client
    if (story.plan.halved.has(client.name)) {
      beats.push({ ...must((more) => migrate(story, client, 'head', more)), begins })
      beats.push(must((more) => migrate(story, client, 'methods', more)))
    } else {
      beats.push({ ...must((more) => migrate(story, client, 'all', more)), begins })
    }
    if (client.name === early.client) beats.push(...repair(story, client, early))
    else if (!late.some((fault) => fault.client === client.name)) {
      const extra = tests.shift()
      if (extra !== undefined)
        beats.push({ extra, begins: null, play: (more) => testClient(story, client, [], more) })
    }
    if (index === 3) beats.push(extraSearch(story))
    if (index === 5) beats.push(extraRead(story, 'read another service', servicePath('Consent')))
  })
  return [...beats, must(() => clientReport(story))]
}

function extraSearch(story: MigrationStory): Beat {
  const search = (): Deed => story.search('catches', 'UpstreamError', 'src/services')
  return {
    extra: 'who catches',
    begins: null,
    play: (more) => story.step('explore', 'next-search', search(), ...more),
  }
}

function extraRead(story: MigrationStory, extra: string, path: string): Beat {
  return {
    extra,
    begins: null,
    play: (more) => story.step('explore', 'next-read', readDeed(story.agent.workspace, path), ...more),
  }
}

function testClient(
  story: MigrationStory,
  client: ClientSpec,
  faults: readonly WrapperFault[],
  more: readonly Deed[],
): void {
  const found = faults.map((fault) => fault.id).join(' ')
  story.agent.act({
    phase: 'verify',
    next: 'next-test',
    topic: { file: `${client.name}Client.ts`, thing: `the ${client.name} client` },
    deeds: [...more, story.tests(`${client.name} ${found} ${story.agent.recorder.turn}`, client, faults)],
    uses: story.testRules,
  })
}

function clientReport(story: MigrationStory): void {
  const { clients, early } = story.plan
  const { fact, message } = story.failure(early)
  const left = story.agent.workspace.search('axios', 'src/clients').length
  const items = [
    `- ${clients.length} clients use \`makeUpstreamCall\`; \`axios\` occurs ${left} times under src/clients now.`,
    `- Order of work: ${clients.map((it) => it.name).join(', ')}.`,
    `- One fault came up on the way: \`${message}\`. The reason: ${early.cause}. It is fixed in \`${WRAPPER}\`.`,
    `- ${story.write('goal', GOAL.plan)}`,
  ]
  const close = 'Next would be the whole suite and whatever else imports axios. Shall I?'
  report(story, story.pick('clients head', REPORT_HEADS.clients), items, close, [], [fact])
}

/** The user agrees and adds a rule, which goes into the policy where it is code. */
function goAhead(story: MigrationStory, more: readonly Deed[]): void {
  const { workspace } = story.agent
  story.hear(
    story.write('go ahead', story.pick('go ahead', GO_AHEADS), new Map([['rules', story.rulesText(1)]])),
  )
  const rule = story.rules[1]?.[0]
  const anchor = `} as const\n\n/** The only place`
  const option = rule?.option ?? null
  story.agent.act({
    phase: 'edit',
    next: 'next-edit',
    text:
      option === null
        ? 'Understood, I will keep that in mind. On to the clients, with a fresh look at the first one.'
        : `Understood, that belongs into the policy of \`${WRAPPER}\`. Then the first client.`,
    deeds: [
      ...(option === null
        ? []
        : [editDeed(workspace, WRAPPER, anchor, `  ${option}\n${anchor}`, 'makeUpstreamCall')]),
      ...story.plan.clients.slice(0, 1).map((client) => readClient(story, client)),
      ...more,
    ],
  })
}

function readClient(story: MigrationStory, client: ClientSpec): Deed {
  const deed = readDeed(story.agent.workspace, clientPath(client), undefined, 'saw-client')
  const fn = story.pick(`method of ${client.name}`, client.operations).method
  return { ...deed, topic: { ...deed.topic, fn, count: String(client.operations.length) } }
}

function migrate(
  story: MigrationStory,
  client: ClientSpec,
  part: 'all' | 'head' | 'methods',
  more: readonly Deed[],
): void {
  const left = story.plan.clients.slice(story.plan.clients.indexOf(client) + 1).map((it) => it.name)
  const after = left.length === 0 || part === 'head' ? '' : ` Left after this: ${left.join(', ')}.`
  const change = {
    all: `imports, constructor and ${client.operations.length} methods of the ${client.name} client go to the wrapper`,
    head: `imports and constructor of the ${client.name} client take the wrapper`,
    methods: `the ${client.operations.length} methods of the ${client.name} client follow`,
  }[part]
  const deeds = story.migration(client, part)
  const topic = { change, thing: `the ${client.name} client`, fn: client.operations[0]?.method ?? '' }
  story.agent.act({
    phase: 'edit',
    next: 'next-edit-many',
    after,
    topic,
    deeds: [...deeds, ...more],
  })
}

/** A test finds a fault of the wrapper; the agent reads it again, fixes it, and runs the test once more. */
function repair(story: MigrationStory, client: ClientSpec, fault: WrapperFault): Beat[] {
  const wrapper = (): Deed => readDeed(story.agent.workspace, WRAPPER)
  return [
    must((more) => testClient(story, client, [fault], more)),
    must((more) => story.step('repair', 'next-reread', wrapper(), ...more)),
    must((more) => fix(story, fault, more)),
    must((more) => testClient(story, client, [], more)),
  ]
}

function fix(story: MigrationStory, fault: WrapperFault, more: readonly Deed[] = []): void {
  const { fact, message } = story.failure(fault)
  const retry = fault.id === 'attempts' ? story.known.filter((rule) => rule.id === 'retry') : []
  const asked = retry.map((rule) => ` The rule was: ${rule.check.replace('Retry: ', '')}`).join('')
  story.agent.act({
    phase: 'edit',
    next: 'next-edit',
    text: `The reason for \`${message}\`: ${fault.cause}.${asked} So the edit is to ${fault.change}.`,
    deeds: [editDeed(story.agent.workspace, WRAPPER, fault.wrong, fault.right, 'makeUpstreamCall'), ...more],
    uses: [fact, ...retry.map((rule) => rule.fact)],
  })
}

function wrapUp(story: MigrationStory): Beat[] {
  const { workspace } = story.agent
  const [one, two] = story.plan.late
  if (one === undefined || two === undefined) throw new Error('too few faults')
  const bridge = story.rules.flat().some((rule) => rule.id === 'frozen-client')
  return [
    must(() => {
      const rules = story.rulesText(2)
      const extra = rules === '' ? story.pick('no extra', NO_EXTRA) : `And one more rule:\n\n${rules}`
      story.hear(story.write('wrap up', story.pick('wrap up', WRAP_UPS), new Map([['extra', extra]])))
      story.agent.act({
        phase: 'verify',
        next: 'next-full-test',
        deeds: [story.tests('all', null, [one, two])],
        uses: story.testRules,
      })
    }),
    must(() => story.step('repair', 'next-reread', readDeed(workspace, WRAPPER))),
    must(() => fix(story, one)),
    must(() => fix(story, two)),
    must(() =>
      story.agent.act({
        phase: 'verify',
        next: 'next-full-test',
        deeds: [story.tests('all again', null, [])],
        uses: story.testRules,
      }),
    ),
    must(() => story.step('verify', 'next-search', story.search('leftovers', `from 'axios'`, 'src'))),
    must(() => story.step('explore', 'next-read', readDeed(workspace, 'src/jobs/nightlyInvoiceSync.ts'))),
    {
      extra: 'history',
      begins: null,
      play: () => story.step('explore', 'next-read', readDeed(workspace, servicePath('Session'))),
    },
    must(() => {
      const path = 'src/jobs/nightlyInvoiceSync.ts'
      const write = (text: string): string => story.write('job', text)
      const { jobImport, jobImportAfter, jobCall, jobCallAfter } = MIGRATION_FILES
      story.agent.act({
        phase: 'edit',
        next: 'next-edit-many',
        topic: { change: 'the nightly job goes through the wrapper as well', thing: 'the leftovers' },
        deeds: [
          editDeed(workspace, path, jobImport, jobImportAfter, 'pushInvoiceTotals'),
          editDeed(workspace, path, write(jobCall), write(jobCallAfter), 'pushInvoiceTotals'),
          readDeed(workspace, 'src/config/flags.ts'),
        ],
      })
    }),
    must(() => {
      const flag = story.known.find((rule) => rule.id === 'flag')
      const name = flag?.fact.evidence[0] ?? 'http.fetch_client'
      const anchor = MIGRATION_FILES.flagsAnchor
      story.agent.act({
        phase: 'edit',
        next: 'next-edit',
        topic: { change: 'register the flag, off by default', thing: 'the flag', fn: 'flag' },
        deeds: [
          editDeed(workspace, 'src/config/flags.ts', anchor, `  '${name}': false,\n${anchor}`, 'flag'),
          readDeed(workspace, DOCS_PATH),
        ],
        uses: flag === undefined ? [] : [flag.fact],
      })
    }),
    must(() => {
      const { docsIntro, docsIntroAfter } = MIGRATION_FILES
      const command = bridge ? 'npm ls axios' : 'npm uninstall axios'
      const output = bridge
        ? `user-service@${story.repository.values.get('release') ?? ''}\n└── axios@1.7.${story.repository.values.get('axiosPatch') ?? ''}`
        : 'removed 4 packages, and audited 219 packages in 2s\n\nfound 0 vulnerabilities'
      const message = bridge
        ? 'axios stays installed for the bridge alone'
        : 'the package is gone, four packages removed'
      story.agent.act({
        phase: 'edit',
        next: 'next-edit',
        topic: {
          change: 'describe the wrapper instead of the instances',
          thing: 'the docs',
          fn: 'the first paragraph',
        },
        deeds: [
          editDeed(workspace, DOCS_PATH, docsIntro, docsIntroAfter, 'introduction'),
          shellDeed(command, output, 'saw-shell', { message }),
        ],
      })
    }),
    {
      extra: 'diff',
      begins: null,
      play: () => {
        const draws = story.chance('text', 'diff')
        const message = `${draws.integer(14, 19)} files changed, ${draws.integer(401, 689)} insertions(+), ${draws.integer(502, 798)} deletions(-)`
        story.step(
          'verify',
          'next-shell',
          shellDeed('git diff --stat | tail -n 1', ` ${message}`, 'saw-shell', { message }),
        )
      },
    },
    must(() =>
      story.agent.act({
        phase: 'verify',
        next: 'next-full-test',
        deeds: [story.tests('final', null, []), story.search('final', 'axios', 'src')],
        uses: story.testRules,
      }),
    ),
    must(() => {
      const checks = story.known.map((rule) => `- ${rule.check}`)
      const items = [`- ${goalCheck(story)}`, ...checks]
      const close = bridge ? 'Open: the bridge, as agreed.' : 'Nothing is open from my side.'
      report(
        story,
        story.pick('done head', REPORT_HEADS.done),
        items,
        close,
        [],
        story.known.map((rule) => rule.fact),
      )
    }),
  ]
}

function goalCheck(story: MigrationStory): string {
  return story.write('goal', GOAL.check)
}

/** A reply without calls, which ends the exchange. It always measures itself against the goal. */
function report(
  story: MigrationStory,
  head: string,
  items: readonly string[],
  close: string,
  plants: Parameters<MigrationStory['agent']['act']>[0]['plants'] = [],
  uses: Parameters<MigrationStory['agent']['act']>[0]['uses'] = [],
): void {
  story.agent.act({
    phase: 'verify',
    next: null,
    text: `${head}\n\n${items.join('\n')}\n\n${close}`,
    deeds: [],
    plants: plants ?? [],
    uses: [story.goal, ...(uses ?? [])],
  })
}

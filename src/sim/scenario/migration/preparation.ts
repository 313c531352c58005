import { createDeed, editDeed, listDeed, readDeed, shellDeed } from '../telling/deed.ts'
import { DOCS_PATH, servicePath } from './repository.ts'
import { WRAPPER } from './story.ts'
import { toldFact } from '../telling/fact.ts'
import type { MigrationStory } from './story.ts'
import type { ClientSpec } from '../text/clients.ts'
import { clientPath } from '../text/clients.ts'
import { GOAL, MIGRATION_FILES, OPENINGS, QUESTIONS, REPORT_HEADS, wrapperText } from '../text/migration.ts'
import { compilerReport } from '../text/output.ts'
import { extra, extraCommit, extraRead, must, readClient, report } from './beat.ts'
import type { Beat } from './beat.ts'

export function preparation(story: MigrationStory): Beat[] {
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
    extra('read two clients', () =>
      story.agent.act({
        phase: 'explore',
        next: 'next-read-many',
        topic: { paths: `\`${clientPath(second)}\` and \`${clientPath(third)}\``, thing: 'the clients' },
        deeds: [readClient(story, second), readClient(story, third)],
      }),
    ),
    must(() => story.step('explore', 'next-read', readDeed(workspace, 'test/support/mockUpstream.ts'))),
    extra('read package.json', () =>
      story.agent.act({
        phase: 'explore',
        next: 'next-read-many',
        topic: { paths: '`package.json` and `src/config/upstreams.ts`', thing: 'the configuration' },
        deeds: [readDeed(workspace, 'package.json'), readDeed(workspace, 'src/config/upstreams.ts')],
      }),
    ),
    extraRead(story, 'read docs first', DOCS_PATH),
    extraRead(story, 'read the profile service', servicePath('Profile')),
    latency(story, first),
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
    extra('types again', () =>
      story.step('verify', 'next-types', shellDeed('npx tsc --noEmit', '(no output)', 'saw-types', {})),
    ),
    extraCommit(story, 'commit the wrapper', 'Wrapper around fetch for upstream calls'),
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

/** Writes the wrapper; rules that are code go into its policy. */
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

/** A measurement before the change, to compare with afterwards. */
function latency(story: MigrationStory, client: ClientSpec): Beat {
  return extra('latency', () => {
    const draws = story.chance('text', 'latency')
    const [median, high, rate] = [draws.integer(11, 48), draws.integer(101, 389), draws.integer(1101, 4899)]
    const figure = `p99 ${high}.${draws.integer(1, 9)} ms`
    const fact = toldFact({
      key: 'latency',
      kind: 'tool_result',
      evidence: [figure],
      recall: [`With axios it was ${figure}; I expect about the same.`, `The figure to hold is ${figure}.`],
      odds: 0.9,
    })
    const output = `${client.name}: 2000 calls, 16 at a time\n  p50 ${median}.${draws.integer(1, 9)} ms\n  ${figure}\n  ${rate} calls/s, 0 errors`
    const deed = shellDeed(
      `node bench/upstreams.mjs --client ${client.name}`,
      output,
      'saw-shell',
      { message: figure },
      [fact],
    )
    story.agent.act({
      phase: 'explore',
      next: 'next-shell',
      topic: { aim: 'how fast the calls are today' },
      deeds: [deed],
    })
  })
}

import { editDeed, readDeed } from '../telling/deed.ts'
import type { Deed } from '../telling/deed.ts'
import { clientTestPath, servicePath } from './repository.ts'
import { WRAPPER } from './story.ts'
import type { MigrationStory } from './story.ts'
import type { ClientSpec } from '../text/clients.ts'
import { GO_AHEADS, GOAL, REPORT_HEADS } from '../text/migration.ts'
import type { WrapperFault } from '../text/migration.ts'
import { extra, extraCommit, extraRead, fix, must, readClient, readWrapper, report } from './beat.ts'
import type { Beat } from './beat.ts'

export function clientWork(story: MigrationStory): Beat[] {
  const { clients, early, late } = story.plan
  const tests = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'].map((name) => `${name} client tests`)
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
      const name = tests.shift()
      if (name !== undefined) beats.push(extra(name, (more) => testClient(story, client, [], more)))
    }
    if (index === 2) beats.push(extraRead(story, 'read the address service', servicePath('Address')))
    if (index === 3) beats.push(whoCatches(story))
    if (index === 5) beats.push(extraRead(story, 'read the consent service', servicePath('Consent')))
  })
  return [
    ...beats,
    extraCommit(story, 'commit the clients', 'Clients of user-service use fetch'),
    must(() => clientReport(story)),
  ]
}

function whoCatches(story: MigrationStory): Beat {
  return extra('who catches', (more) =>
    story.step('explore', 'next-search', story.search('catches', 'UpstreamError', 'src/services'), ...more),
  )
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

/** The user agrees and adds a rule; a rule that is code goes into the policy. */
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

/** A test finds a bug in the wrapper; the agent reads it again, fixes it, and runs the test again. */
function repair(story: MigrationStory, client: ClientSpec, fault: WrapperFault): Beat[] {
  return [
    must((more) => testClient(story, client, [fault], more)),
    extra('read the test that failed', (more) =>
      story.step('repair', 'next-read', readDeed(story.agent.workspace, clientTestPath(client)), ...more),
    ),
    must((more) => story.step('repair', 'next-reread', readWrapper(story), ...more)),
    must((more) => fix(story, fault, more)),
    must((more) => testClient(story, client, [], more)),
  ]
}

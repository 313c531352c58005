import { editDeed, readDeed, shellDeed } from '../telling/deed.ts'
import type { Deed } from '../telling/deed.ts'
import { toldFact } from '../telling/fact.ts'
import { WRAPPER } from './story.ts'
import type { MigrationStory } from './story.ts'
import { clientPath } from '../text/clients.ts'
import type { ClientSpec } from '../text/clients.ts'
import { GOAL } from '../text/migration.ts'
import type { WrapperFault } from '../text/migration.ts'

/** One turn of the story. `extra` ones fill the conversation up to its length. */
export interface Beat {
  readonly extra: string | null
  /** The client whose text the first edit of this step needs, null for others. */
  readonly begins: ClientSpec | null
  /** Plays the turn, with calls of the story's own and `more`. */
  readonly play: (more: readonly Deed[]) => void
}

export function must(play: (more: readonly Deed[]) => void): Beat {
  return { extra: null, begins: null, play }
}

export function extra(name: string, play: (more: readonly Deed[]) => void): Beat {
  return { extra: name, begins: null, play }
}

export function extraRead(story: MigrationStory, name: string, path: string): Beat {
  return extra(name, (more) =>
    story.step('explore', 'next-read', readDeed(story.agent.workspace, path), ...more),
  )
}

/** A commit of the current state; its hash may be referred to later. */
export function extraCommit(story: MigrationStory, name: string, what: string): Beat {
  return extra(name, (more) => {
    const draws = story.chance('text', name)
    const hash = (draws.integer(0x1000000, 0xfffffff) * 1).toString(16)
    const fact = toldFact({
      key: name,
      kind: 'tool_result',
      evidence: [hash],
      recall: [`Commit \`${hash}\` is the point to go back to, should this not work out.`],
      odds: 0.5,
    })
    const output = `[fetch-migration ${hash}] ${what}\n ${draws.integer(2, 14)} files changed, ${draws.integer(101, 489)} insertions(+), ${draws.integer(11, 398)} deletions(-)`
    const deed = shellDeed(
      `git commit -qam "${what}" && git log -1 --stat | tail -n 1`,
      output,
      'saw-shell',
      {
        message: `committed as \`${hash}\``,
      },
      [fact],
    )
    story.agent.act({
      phase: 'verify',
      next: 'next-shell',
      topic: { aim: 'that this state is saved' },
      deeds: [...more, deed],
    })
  })
}

/** The current wrapper. The agent wrote it, so it speaks of it as its own. */
export function readWrapper(story: MigrationStory): Deed {
  return readDeed(story.agent.workspace, WRAPPER, undefined, 'saw-own')
}

export function readClient(story: MigrationStory, client: ClientSpec): Deed {
  const deed = readDeed(story.agent.workspace, clientPath(client), undefined, 'saw-client')
  const fn = story.pick(`method of ${client.name}`, client.operations).method
  return { ...deed, topic: { ...deed.topic, fn, count: String(client.operations.length) } }
}

export function fix(story: MigrationStory, fault: WrapperFault, more: readonly Deed[] = []): void {
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

export function goalCheck(story: MigrationStory): string {
  return story.write('goal', GOAL.check)
}

/** A reply without calls, which ends the exchange. It always compares the state with the goal. */
export function report(
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

import type { Json } from '../../../engine/index.ts'
import { at, isList, textOf } from '../json/guard.ts'
import { asText, callOf, chatMessage, resultOf } from './chat-message.ts'
import { listAt, ofWhole } from './container.ts'
import type { Container } from './container.ts'

/**
 * The activities of a session of Jules, as its API lists them: messages, plans, steps, and the commands that ran. The API
 * has no ids of commands and nothing of what the model read otherwise.
 */
export const jules: Container = {
  name: 'the activities of a session of Jules',
  keys: ['activities', 'originator'],
  open: ofWhole((value) => {
    const activities = isList(value) ? value : listAt(value, 'activities')
    if (!activities.some((activity) => WHAT.some((key) => at(activity, key) !== undefined))) return []
    const task = textOf(at(value, 'session', 'prompt') ?? at(value, 'prompt'))
    const asked = task === undefined ? [] : [chatMessage('user', { content: task })]
    return [{ id: at(value, 'id') ?? null, messages: [...asked, ...activities.flatMap(messagesOf)] }]
  }),
}

const WHAT = ['userMessaged', 'agentMessaged', 'planGenerated', 'progressUpdated']

function messagesOf(activity: Json, index: number): readonly Json[] {
  const timestamp = at(activity, 'createTime')
  const asked = textOf(at(activity, 'userMessaged', 'userMessage'))
  if (asked !== undefined) return [chatMessage('user', { content: asked, timestamp })]
  const steps = listAt(activity, 'planGenerated', 'plan', 'steps').map(
    (step, place) => `${place + 1}. ${headed(step)}`,
  )
  const patches = listAt(activity, 'artifacts').flatMap(
    (artifact) => textOf(at(artifact, 'changeSet', 'gitPatch', 'unidiffPatch')) ?? [],
  )
  const content = [
    textOf(at(activity, 'agentMessaged', 'agentMessage')) ?? '',
    headed(at(activity, 'progressUpdated') ?? null),
    steps.join('\n'),
    ...patches,
  ]
    .filter((text) => text !== '')
    .join('\n\n')
  const ran = listAt(activity, 'artifacts').flatMap((artifact, place) => {
    const output = at(artifact, 'bashOutput')
    return output === undefined ? [] : [{ output, id: `command_${index}_${place}` }]
  })
  if (content === '' && ran.length === 0) return []
  return [
    chatMessage('assistant', {
      content,
      calls: ran.map(({ output, id }) => callOf(id, 'bash', { command: at(output, 'command') ?? '' })),
      timestamp,
    }),
    ...ran.map(({ output, id }) => resultOf(id, asText(at(output, 'output')), { timestamp })),
  ]
}

/** A title with what it describes. */
function headed(step: Json): string {
  return [at(step, 'title'), at(step, 'description')].flatMap((text) => textOf(text) ?? []).join('\n')
}

import type { Json } from '../../../engine/index.ts'
import { at, isList, isRecord, recordOf, textOf } from '../json/guard.ts'
import { asText, callOf, chatMessage, resultOf, usageBeside, usageWithin } from './chat-message.ts'
import { listAt, ofWhole } from './container.ts'
import type { Container } from './container.ts'

/** A search tree of Moatless, nested or as a list of nodes: the way to each leaf is a conversation. */
export const moatless: Container = {
  name: 'a search tree of Moatless',
  keys: ['node_id', 'nodes', 'root'],
  open: ofWhole((value) => {
    const nodes = nodesIn(isList(value) ? value : (at(value, 'nodes') ?? at(value, 'root') ?? value))
    if (!nodes.some(({ value: node }) => stepsOf(node).length > 0)) return []
    const parents = new Set(nodes.map(({ parent }) => parent))
    const byId = new Map(nodes.map((node) => [at(node.value, 'node_id'), node]))
    return nodes
      .filter(({ value: node }) => !parents.has(at(node, 'node_id')))
      .map((leaf) => {
        const way: Json[] = []
        for (let node: Node | undefined = leaf; node !== undefined && way.length <= nodes.length;) {
          way.unshift(node.value)
          node = node.parent === undefined ? undefined : byId.get(node.parent)
        }
        return { id: `node ${asText(at(leaf.value, 'node_id'))}`, messages: way.flatMap(messagesOf) }
      })
  }),
}

interface Node {
  readonly value: Json
  readonly parent: Json | undefined
}

function nodesIn(value: Json, parent?: Json): readonly Node[] {
  if (isList(value)) return value.map((node) => ({ value: node, parent: at(node, 'parent_id') ?? undefined }))
  if (at(value, 'node_id') === undefined) return []
  return [
    { value, parent },
    ...listAt(value, 'children').flatMap((child) => nodesIn(child, at(value, 'node_id'))),
  ]
}

/** What a node did; early versions have one action in it. */
function stepsOf(node: Json): readonly Json[] {
  const steps = listAt(node, 'action_steps')
  return steps.length === 0 && isRecord(at(node, 'action')) ? [node] : steps
}

function messagesOf(node: Json): readonly Json[] {
  const asked = textOf(at(node, 'user_message')) ?? textOf(at(node, 'message'))
  const said = textOf(at(node, 'assistant_message')) ?? ''
  const thought = textOf(at(node, 'thoughts', 'text')) ?? textOf(at(node, 'thoughts'))
  const steps = stepsOf(node)
  const idOf = (index: number): string => `node_${asText(at(node, 'node_id'))}_${index + 1}`
  const calls = steps.map((step, index) => {
    const { action_args_class: kind, ...input } = recordOf(at(step, 'action'))
    const name = asText(kind ?? at(step, 'action_name')).replace(/^.*\./, '')
    return callOf(idOf(index), name.replace(/Args$/, '') || 'action', input)
  })
  const results = steps.flatMap((step, index) => {
    const seen = at(step, 'observation')
    return seen === undefined || seen === null
      ? []
      : [resultOf(idOf(index), textOf(at(seen, 'message')) ?? asText(seen))]
  })
  const completion = at(node, 'completions', 'build_action') ?? at(steps[0], 'completion')
  const user = asked === undefined ? [] : [chatMessage('user', { content: asked })]
  if (said === '' && calls.length === 0) return user
  const reply = chatMessage('assistant', {
    content: said,
    thoughts: thought === undefined ? [] : [thought],
    calls,
    model: at(completion, 'model'),
    usage: usageOf(at(completion, 'usage') ?? at(listAt(completion, 'attempts').at(-1), 'usage')),
    timestamp: at(node, 'timestamp'),
  })
  return [...user, reply, ...results]
}

/** What was read from the cache was once counted beside the prompt, and is now part of it. */
function usageOf(usage: Json | undefined): Json | undefined {
  return at(usage, 'cached_tokens') === undefined ? usageWithin(usage) : usageBeside(usage)
}

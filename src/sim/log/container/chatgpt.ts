import type { Json } from '../../../engine/index.ts'
import { at, isRecord, textOf } from '../json/guard.ts'
import type { JsonRecord } from '../json/guard.ts'
import { callOf, chatMessage, injectedMessage, pictureBlock, resultOf, textBlock } from './chat-message.ts'
import { listAt, ofEach } from './container.ts'
import type { Container } from './container.ts'

/** An export of ChatGPT is a tree: the branch from the newest message to the first; other branches were replaced by it. */
export const chatGpt: Container = {
  name: 'an export of ChatGPT',
  keys: ['mapping'],
  open: ofEach((value) => {
    const mapping = at(value, 'mapping')
    if (!isRecord(mapping)) return []
    const branch: JsonRecord[] = []
    const seen = new Set<string>()
    let id: Json | undefined = at(value, 'current_node') ?? newestOf(mapping)
    while (typeof id === 'string' && !seen.has(id)) {
      seen.add(id)
      const node = at(mapping, id)
      const message = at(node, 'message')
      if (isRecord(message)) branch.unshift(message)
      id = at(node, 'parent')
    }
    const messages = messagesOf(branch)
    const named = at(value, 'title') ?? at(value, 'conversation_id') ?? at(value, 'id') ?? null
    return messages.length === 0 ? [] : [{ id: named, messages }]
  }),
}

/** Where an export names no current message: the newest, and of equals, or without times, the last one. */
function newestOf(mapping: JsonRecord): string | undefined {
  const time = (node: Json): number => Number(at(node, 'message', 'create_time') ?? 0) || 0
  return Object.entries(mapping)
    .filter(([, node]) => isRecord(at(node, 'message')))
    .reduce<readonly [string, number] | null>(
      (best, [id, node]) => (best === null || time(node) >= best[1] ? [id, time(node)] : best),
      null,
    )?.[0]
}

/** What a model said in one go: its thoughts, its words and its calls are messages of their own here. */
interface Reply {
  readonly thoughts: string[]
  readonly blocks: Json[]
  readonly calls: Json[]
  readonly last: JsonRecord
}

function messagesOf(branch: readonly JsonRecord[]): readonly Json[] {
  const made: Json[] = []
  let reply: Reply | null = null
  /** Calls of the newest reply without a result, and the newest result, which stands last. */
  let open: readonly Json[] = []
  let answer: { readonly id: Json | undefined; readonly blocks: Json[]; readonly place: number } | null = null

  const finish = (): void => {
    if (reply === null) return
    const { thoughts, blocks, calls, last } = reply
    reply = null
    if (thoughts.length + blocks.length + calls.length === 0) return
    const around = { timestamp: at(last, 'create_time'), model: at(last, 'metadata', 'model_slug') }
    made.push(chatMessage('assistant', { content: plain(blocks), thoughts, calls, ...around }))
    open = calls
    answer = null
  }
  for (const message of branch) {
    const role = at(message, 'author', 'role')
    const blocks = blocksOf(at(message, 'content'))
    const timestamp = at(message, 'create_time')
    if (role === 'assistant') {
      if (reply !== null && !isSameReply(reply, message)) finish()
      const before: Reply = reply ?? { thoughts: [], blocks: [], calls: [], last: message }
      reply = { ...said(before, message, blocks), last: message }
      continue
    }
    finish()
    if (blocks.length === 0 || typeof role !== 'string') continue
    if (role !== 'tool') {
      answer = null
      // what the user told of himself in the settings
      const isContext = role === 'user' && at(message, 'content', 'content_type') === 'user_editable_context'
      made.push(
        isContext
          ? injectedMessage(plain(blocks), timestamp)
          : chatMessage(role, { content: plain(blocks), timestamp }),
      )
      continue
    }
    const name = at(message, 'author', 'name')
    const call = open.find((one) => at(one, 'function', 'name') === name) ?? open[0]
    if (call !== undefined) {
      open = open.filter((one) => one !== call)
      answer = { id: at(call, 'id'), blocks, place: made.length }
    } else if (answer === null) {
      // what ChatGPT read out of the user's files
      made.push(injectedMessage(plain(blocks), timestamp))
      continue
    } else answer.blocks.push(...blocks)
    made[answer.place] = resultOf(answer.id, plain(answer.blocks), { timestamp })
  }
  finish()
  return made
}

/** Whether a message goes on with a reply: after thoughts, before a call, or where the export says that it had not ended. */
function isSameReply({ blocks, calls, last }: Reply, message: JsonRecord): boolean {
  const ended = at(last, 'end_turn')
  if (ended === true) return false
  return ended === false || blocks.length + calls.length === 0 || recipientOf(message) !== 'all'
}

function recipientOf(message: JsonRecord): string {
  return textOf(at(message, 'recipient')) ?? 'all'
}

/** A call to a tool names it as the recipient. How long the model thought is told to the user alone. */
function said(before: Reply, message: JsonRecord, blocks: readonly Json[]): Reply {
  const content = at(message, 'content')
  const recipient = recipientOf(message)
  switch (at(content, 'content_type')) {
    case 'reasoning_recap':
      return before
    case 'thoughts': {
      const thoughts = listAt(content, 'thoughts').map((thought) =>
        [at(thought, 'summary'), at(thought, 'content')].flatMap((text) => textOf(text) ?? []).join('\n'),
      )
      const parts = blocks.flatMap((block) => textOf(at(block, 'text')) ?? [])
      return {
        ...before,
        thoughts: [...before.thoughts, ...thoughts.filter((text) => text !== ''), ...parts],
      }
    }
    default: {
      if (recipient === 'all' || blocks.length === 0)
        return { ...before, blocks: [...before.blocks, ...blocks] }
      const text = blocks.flatMap((block) => textOf(at(block, 'text')) ?? []).join('\n\n')
      return { ...before, calls: [...before.calls, callOf(at(message, 'id'), recipient, text)] }
    }
  }
}

/** Where a content without parts has its text. */
const TEXTS = ['text', 'content', 'result', 'user_profile', 'user_instructions', 'output_str']

/** The texts and pictures of a content; sounds are there as what was said. */
function blocksOf(content: Json | undefined): Json[] {
  const found = TEXTS.flatMap((key) => textOf(at(content, key)) ?? [])
  const own: readonly Json[] = found.length > 0 ? found : listAt(content, 'parts')
  return own.flatMap((part): readonly Json[] => {
    const text = textOf(part) ?? textOf(at(part, 'text'))
    if (text !== undefined) return text === '' ? [] : [textBlock(text)]
    const pointer = textOf(at(part, 'asset_pointer'))
    if (pointer === undefined || at(part, 'content_type') !== 'image_asset_pointer') return []
    return [pictureBlock(pointer, at(part, 'width'), at(part, 'height'))]
  })
}

/** Blocks that are texts alone as one text. */
function plain(blocks: readonly Json[]): Json {
  const texts = blocks.flatMap((block) => textOf(at(block, 'text')) ?? [])
  return texts.length === blocks.length ? texts.join('\n\n') : blocks
}

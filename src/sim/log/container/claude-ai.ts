import type { Json } from '../../../engine/index.ts'
import { at, textOf } from '../json/guard.ts'
import { branchIn } from './branch.ts'
import {
  asText,
  callOf,
  chatMessage,
  injectedMessage,
  pictureBlock,
  resultOf,
  textBlock,
  textsOf,
  withMedia,
} from './chat-message.ts'
import { listAt, ofEach } from './container.ts'
import type { Container } from './container.ts'

/** An export of Claude's app: each conversation with its messages, of which the branch that was seen last is read. */
export const claudeAi: Container = {
  name: 'an export of Claude',
  keys: ['chat_messages'],
  open: ofEach((value) => {
    const messages = branchOf(value).filter((one) => typeof at(one, 'sender') === 'string')
    if (messages.length === 0) return []
    const model = textOf(at(value, 'model'))
    return [
      {
        id: at(value, 'name') ?? at(value, 'uuid') ?? null,
        messages: messages.flatMap((message) => messagesOf(message, model)),
      },
    ]
  }),
}

/** Prompts that were edited and answers that were tried again stay in the list: from the newest back to the first. */
function branchOf(chat: Json): readonly Json[] {
  const all = listAt(chat, 'chat_messages')
  const last = all.find((message) => at(message, 'uuid') === at(chat, 'current_leaf_message_uuid'))
  return branchIn(all, 'uuid', 'parent_message_uuid', last)
}

/** A reply holds its tools' results: it is cut there, as the model saw it. */
function messagesOf(message: Json, model: string | undefined): readonly Json[] {
  const timestamp = at(message, 'created_at')
  const blocks = listAt(message, 'content')
  const text = blocks.length === 0 ? asText(at(message, 'text')) : textsOf(blocks, 'text').join('\n\n')
  if (at(message, 'sender') !== 'assistant') {
    const attached = listAt(message, 'attachments').flatMap(
      (file) => textOf(at(file, 'extracted_content')) ?? [],
    )
    return [
      chatMessage('user', {
        content: withMedia(
          [text, ...attached].filter((one) => one !== '').join('\n\n'),
          listAt(message, 'files').flatMap((file) => {
            const id = textOf(at(file, 'file_uuid')) ?? asText(at(file, 'file_name'))
            return at(file, 'file_kind') === 'image' || PICTURE.test(asText(at(file, 'file_name')))
              ? [pictureBlock(id)]
              : []
          }),
        ),
        timestamp,
      }),
      // memories and the date, which the app adds
      ...textsOf(blocks, 'injected_prompt_block', 'prompt').map((prompt) =>
        injectedMessage(prompt, timestamp),
      ),
    ]
  }
  const made: Json[] = []
  let step: Json[] = []
  const say = (): void => {
    const calls = step.filter((block) => at(block, 'type') === 'tool_use')
    if (step.length > 0)
      made.push(
        chatMessage('assistant', {
          content: textsOf(step, 'text').join('\n\n'),
          thoughts: step.filter((block) => at(block, 'type') === 'thinking').flatMap(thoughtsOf),
          calls: calls.map((block) => callOf(at(block, 'id'), at(block, 'name'), at(block, 'input'))),
          timestamp,
          model,
        }),
      )
    step = []
  }
  for (const block of blocks) {
    if (at(block, 'type') === 'tool_result') {
      say()
      made.push(resultOf(at(block, 'tool_use_id'), resultIn(block), { name: at(block, 'name') }))
    } else if (at(block, 'type') !== 'token_budget') step.push(block)
  }
  say()
  return blocks.length === 0 ? [chatMessage('assistant', { content: text, timestamp, model })] : made
}

const PICTURE = /\.(?:png|jpe?g|gif|webp)$/i

/** Of thoughts that are hidden, the export has summaries. */
function thoughtsOf(block: Json): readonly string[] {
  const thinking = textOf(at(block, 'thinking'))
  return thinking === undefined
    ? listAt(block, 'summaries').flatMap((one) => textOf(at(one, 'summary')) ?? [])
    : [thinking]
}

/** Texts, pages that were found, pictures and files. */
function resultIn(block: Json): Json {
  const items = listAt(block, 'content')
  if (items.length === 0) return asText(at(block, 'content'))
  const made = items.map((item): Json => {
    const picture = at(item, 'type') === 'image' ? textOf(at(item, 'file_uuid')) : undefined
    if (picture !== undefined) return pictureBlock(picture)
    const texts = ['title', 'url', 'file_path', 'text'].flatMap((key) => textOf(at(item, key)) ?? [])
    return textBlock(texts.join('\n'))
  })
  const texts = textsOf(made, 'text')
  return texts.length === made.length ? texts.join('\n\n') : made
}

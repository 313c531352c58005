import type { Message } from '../../src/engine/index.ts'
import { contentHash, createDigest, partsOf } from '../../src/engine/internal.ts'
import type { Prompt } from './body.ts'
import { fromSummary } from './compaction.ts'
import type { ServedModel } from './models.ts'
import { invalid } from './refusal.ts'
import { piecesOf } from './tokens.ts'

/**
 * The signature of thinking: proves that this provider wrote it, and after which prompt, back to the newest summary.
 */
export function signatureOf(thought: string, prompt: Prompt): string {
  return `local:${contentHash([thought])}:${hashOf(prompt)}`
}

/**
 * The messages of a request with the thinking that may stay. If a model binds its thinking, thinking after a changed
 * prompt is refused, or dropped if the request asks for that.
 */
export function withGenuineThinking(body: Prompt, model: ServedModel): readonly Message[] {
  const before = hashesBefore(body)
  const drops = body.thinking?.block_binding?.prefix_mismatch_behavior === 'drop_block'
  let dropped = false
  const kept = body.messages.map((message, index): Message => {
    if (message.role !== 'assistant') return message
    const content = partsOf(message).filter((part, at) => {
      if (part.type !== 'thinking') return true
      const place = `messages.${index}.content.${at}`
      const [, ofText, ofPrompt] = /^local:([0-9a-f]+):([0-9a-f]+)$/.exec(part.signature ?? '') ?? []
      if (ofText !== contentHash([part.thinking])) {
        throw invalid(`${place}: Invalid \`signature\` in \`thinking\` block`)
      }
      // Whatever is before a summary is not read, so its thinking is not checked.
      if (!model.bindsThinking || !before.has(index) || before.get(index) === ofPrompt) return true
      if (!drops) {
        throw invalid(
          `${place}: Invalid \`signature\` in \`thinking\` block. The block is bound to a different conversation. ` +
            'Remove the block, or set `thinking.block_binding.prefix_mismatch_behavior` to "drop_block". That ' +
            'setting requires the `thinking-binding-controls-2026-08-01` value in the `anthropic-beta` header.',
        )
      }
      dropped = true
      return false
    })
    return { ...message, content }
  })
  return dropped ? kept : body.messages
}

function hashOf(prompt: Prompt): string {
  const digest = createDigest()
  for (const { place, text } of piecesOf(read(prompt))) digest.add(place).add(text)
  return digest.hex()
}

/** For each message that is read, a hash of everything before it. The first one begins after its summary. */
function hashesBefore(prompt: Prompt): ReadonlyMap<number, string> {
  const digest = createDigest()
  const found = new Map<number, string>()
  const { messages } = read(prompt)
  const [first] = messages
  const summed = first !== undefined && partsOf(first)[0]?.type === 'compaction'
  const skipped = prompt.messages.length - messages.length
  for (const { place, index, part, text } of piecesOf({ ...prompt, messages })) {
    if (place === 'messages' && part === (index === 0 && summed ? 1 : 0))
      found.set(index + skipped, digest.hex())
    digest.add(place).add(text)
  }
  return found
}

function read(prompt: Prompt): Prompt {
  return { ...prompt, messages: fromSummary(prompt.messages) }
}

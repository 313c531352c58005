import type { Message } from '../../src/engine/index.ts'
import { contentHash, createDigest, partsOf } from '../../src/engine/internal.ts'
import type { Prompt } from './body.ts'
import { fromSummary } from './compaction.ts'
import type { ServedModel } from './models.ts'
import { invalid } from './refusal.ts'
import { piecesOf } from './tokens.ts'

/** The proof that this provider wrote a thought, and behind which prompt, as far back as its newest summary. */
export function signatureOf(thought: string, prompt: Prompt): string {
  return `local:${contentHash([thought])}:${hashOf(prompt)}`
}

/**
 * The messages of a request with the thinking that may stay in them. Where a model binds its thinking, thinking behind a
 * prompt that was changed since is refused, or dropped if the request says so.
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
      // What stands before a summary is not read, and nobody asks what stood before it.
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

/**
 * Hashes of what stands before the words of each message that is read: before the message, and behind the summary that the
 * first of them begins with.
 */
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

import type { Message } from '../../src/engine/index.ts'
import { contentHash, createDigest, partsOf } from '../../src/engine/index.ts'
import type { Prompt } from './body.ts'
import type { ServedModel } from './models.ts'
import { invalid } from './refusal.ts'
import { piecesOf } from './tokens.ts'

/** The proof that this provider wrote a thought, and behind which prompt. */
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
      if (!model.bindsThinking || before.get(index) === ofPrompt) return true
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
  for (const { place, text } of piecesOf(prompt)) digest.add(place).add(text)
  return digest.hex()
}

/** Hashes of what stands before each message. */
function hashesBefore(prompt: Prompt): ReadonlyMap<number, string> {
  const digest = createDigest()
  const found = new Map<number, string>()
  for (const { place, index, part, text } of piecesOf(prompt)) {
    if (place === 'messages' && part === 0) found.set(index, digest.hex())
    digest.add(place).add(text)
  }
  return found
}

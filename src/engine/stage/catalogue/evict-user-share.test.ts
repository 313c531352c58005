import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { conversation } from '../../../testing/conversation.ts'
import { answered, evictionSettings, stageScene } from '../../../testing/stage-view.ts'
import { policyOf } from '../../policy/policies/list.ts'
import { evictStage } from './evict.ts'

/** The blocks that leave, in order, and those that stay, of one batch by FIFO. */
function batch(text: string, limit: number, userShare: number, target: number) {
  const scene = stageScene(conversation(text), { limit })
  const stage = evictStage(policyOf('fifo'), evictionSettings({ userShare, target, preemptive: true }))
  const { result } = answered(stage.act(scene.view, null, { ...scene.context, detail: true }))
  const decision = result.edits[0]?.decision?.()
  const gone = decision?.victims.map(({ block }) => block) ?? []
  const left = new Set(decision?.victims.flatMap(({ blocks }) => blocks))
  const stays = scene.view.blocks.filter(({ id }) => !left.has(id))
  return { scene, gone, stays, freed: decision?.freed ?? 0 }
}

/** 80 characters are 20 tokens by chars4, 400 are 100; each message costs 4 more. */
const TALK = `
  user: 80 chars
  assistant: 400 chars
  user: 80 chars
  assistant: 400 chars
  user: 80 chars
  assistant: 400 chars
  user: 80 chars
  assistant: 400 chars
  user: 80 chars`

describe('EVI-4 what the user wrote leaves last', () => {
  // The prompt of the scene has no entry here; block numbers count from the task. Task and current request stay anyway.
  const names = (blocks: readonly number[], base: number): string =>
    blocks.map((block) => `${(block - base) % 2 === 0 ? 'user' : 'reply'} ${block - base}`).join(', ')
  const gone = (userShare: number, target: number): string => {
    const { scene, gone } = batch(TALK, 700, userShare, target)
    const base = scene.view.blocks.find(({ type }) => type === 'user_message')?.id ?? 0
    return names(gone, base)
  }

  it('without a share the oldest leaves first, whoever wrote it', () => {
    // 5 × 24 and 4 × 104 are 536 tokens, 256 above the target of 280.
    expect(gone(0, 0.4)).toBe('reply 1, user 2, reply 3, user 4')
  })

  it('within the share the replies leave first; the target alone is no reason for the user’s words to leave', () => {
    expect(gone(0.3, 0.4)).toBe('reply 1, reply 3, reply 5')
    expect(gone(0.3, 0.1)).toBe('reply 1, reply 3, reply 5, reply 7')
  })

  it('the newest count first: 40 tokens of share hold two messages of 20, exact to the token', () => {
    expect(gone(40 / 700, 0.3)).toBe('reply 1, user 2, reply 3, reply 5')
    expect(gone(39 / 700, 0.3)).toBe('reply 1, user 2, reply 3, user 4, reply 5')
  })

  it('a message that does not fit does not keep older ones out', () => {
    const pasted = `
      user: 80 chars
      assistant: 400 chars
      user: 80 chars
      assistant: 400 chars
      user: 1200 chars
      assistant: 400 chars
      user: 80 chars`
    const { gone: left, scene: long } = batch(pasted, 700, 0.1, 0.3)
    const types = left.map((id) => `${long.view.block(id).type} ${long.view.block(id).tokens}`)
    expect(types).toContain('user_message 300')
    expect(types).not.toContain('user_message 20')
  })

  it('where the user’s words alone exceed the target, the newest replies stay', () => {
    const even = TALK.replaceAll('80 chars', '400 chars')
    const left = (target: number): number => batch(even, 1200, 0.6, target).gone.length
    // Nine messages of 104 are 936. What the user said is 520: above a target of 360, the batch leaves 520 + .3 × 416.
    expect(left(0.3)).toBe(3)
    // The target of 540 is above it, and all but 20 of the 416 tokens of the replies have to leave.
    expect(left(0.45)).toBe(4)
  })

  it('what the agent thought was not said, and leaves with the rest', () => {
    const thinking = TALK.replaceAll('assistant: 400 chars', 'assistant: think 400 chars + text 400 chars')
    const { gone: left, scene: seen } = batch(thinking, 1200, 0.6, 0.6)
    expect(left.map((id) => seen.view.block(id).type)).toEqual(Array.from({ length: 3 }, () => 'thinking'))
  })

  it('in any conversation, none of these messages leaves while anything else may', () => {
    const message = fc.record({
      chars: fc.integer({ min: 20, max: 900 }),
      user: fc.integer({ min: 20, max: 900 }),
    })
    fc.assert(
      fc.property(
        fc.array(message, { minLength: 3, maxLength: 20 }),
        fc.double({ min: 0, max: 0.8, noNaN: true }),
        fc.double({ min: 0.05, max: 0.9, noNaN: true }),
        (messages, share, target) => {
          const text = messages
            .map(({ chars, user }) => `  user: ${user} chars\n  assistant: ${chars} chars`)
            .join('\n')
          const size =
            Math.ceil(text.length / 4) + messages.reduce((sum, { chars, user }) => sum + chars + user, 0) / 4
          const limit = Math.ceil(size)
          const { scene, gone, stays } = batch(`${text}\n  user: now`, limit, share, target)
          const mine = scene.view.blocks.filter(({ type }) => type === 'user_message').slice(1, -1)
          let room = Math.floor(share * limit + 1e-9)
          const last = new Set<number>()
          for (const { id, tokens } of mine.toReversed())
            if (tokens <= room) {
              room -= tokens
              last.add(id)
            }
          const firstOfLast = gone.findIndex((id) => last.has(id))
          if (firstOfLast < 0) return
          expect(gone.slice(firstOfLast).every((id) => last.has(id))).toBe(true)
          const others = stays.filter(
            ({ id, type }) =>
              type === 'assistant_response' || (mine.some((one) => one.id === id) && !last.has(id)),
          )
          expect(others).toEqual([])
        },
      ),
    )
  })
})

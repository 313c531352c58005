import { expect, it } from 'vitest'
import { answered, evictionSettings, stageScene } from '../../../testing/stage-view.ts'
import { policyOf } from '../../policy/policies/list.ts'
import { mergeNeighbours } from '../../core/message/merge.ts'
import type { Message, Part } from '../../core/message/message.ts'
import { evictStage } from './evict.ts'
import { takeNotes } from './take-notes.ts'

/** More than a function call can have arguments. */
const MANY = 130_000

const texts: Part[] = Array.from({ length: MANY }, (_, at) => ({ type: 'text', text: `answer ${at}` }))
const TALK: readonly Message[] = [
  { role: 'user', content: 'go' },
  { role: 'assistant', content: texts },
  { role: 'user', content: 'and now?' },
]

it('TOK-4 a message with more parts than a function takes arguments is evicted, noted and joined like any other', () => {
  const scene = stageScene(TALK, { limit: 200_000 })
  const evicting = evictStage(policyOf('fifo'), evictionSettings({ target: 0.1 }))
  const { result } = answered(evicting.act(scene.view, null, scene.context))
  expect(result.edits[0]?.decision?.()?.victims.length).toBeGreaterThan(MANY / 2)
  const notes = answered(takeNotes.act(scene.view, [], { ...scene.context, statements: () => [] }))
  expect(notes.result.state).toEqual([[0, scene.view.blocks.at(-1)?.id]])
  const many = texts.map((part): Message => ({ role: 'assistant', content: [part] }))
  expect(mergeNeighbours(many)).toHaveLength(1)
}, 60_000)

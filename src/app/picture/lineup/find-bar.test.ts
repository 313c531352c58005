import { afterEach, expect, test } from 'vitest'
import type { Comparison } from '../../../worker/protocol.ts'
import { choose } from '../../store/choice/choices.ts'
import { closeFind, useFind } from '../../store/look/find.ts'
import { goOn } from './FindBar.tsx'

afterEach(() => {
  closeFind()
  choose({ selection: null })
})

test('while words are searched for, Enter does not go to what was found for the words before', () => {
  const lane = { name: 'fifo', data: { blocks: [{ turn: 0 }] } }
  const comparison = { trace: { blocks: 1 }, lanes: [lane] } as unknown as Comparison
  const found = { words: 'axios', all: [{ lane: 'fifo', block: 0 }], of: new Map() }
  useFind.setState({ words: 'axios 1.0', found })
  goOn(comparison, 1)
  expect(useFind.getState().at).toBeNull()
  useFind.setState({ words: 'axios ' })
  goOn(comparison, 1)
  expect(useFind.getState().at).toBe(0)
})

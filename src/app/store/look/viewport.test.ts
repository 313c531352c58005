import { expect, test } from 'vitest'
import { measure } from './playhead.ts'
import { currentStretch, markStretch, trimStretch } from './stretch.ts'
import { currentViewport, growConversation, showConversation, showRange } from './viewport.ts'

test('a zoomed range and marked turns stay within a conversation that lost its last turns', () => {
  const shorter = (turns: number): void => {
    growConversation(turns)
    measure(turns, 0)
    trimStretch()
  }
  showConversation(21)
  measure(21, 0)
  showRange(17, 21)
  markStretch({ from: 11, to: 18 })
  shorter(14)
  expect(currentViewport()).toMatchObject({ from: 10, to: 14, turns: 14 })
  expect(currentStretch()).toEqual({ from: 11, to: 13 })
  shorter(3)
  expect(currentViewport()).toMatchObject({ from: 0, to: 3, turns: 3 })
  expect(currentStretch()).toBeNull()
})

test('a zoomed range stays as it is in a conversation that grew', () => {
  showConversation(21)
  showRange(5, 10)
  growConversation(30)
  expect(currentViewport()).toMatchObject({ from: 5, to: 10, turns: 30 })
})

import { expect, test } from 'vitest'
import { reachOf } from './stretch.ts'

test('the ends of marked turns are moved up to each other and not across, to any turn of the conversation', () => {
  const stretch = { from: 10, to: 20 }
  expect(reachOf('from', stretch, 60)).toEqual([0, 20])
  expect(reachOf('to', stretch, 60)).toEqual([10, 59])
})

import { expect, test } from 'vitest'
import type { WindowOpening } from '../../../view/index.ts'
import { scaleOf } from './scale.ts'
import { openingLabels } from './flags.ts'

const scale = scaleOf({ width: 1052, left: 44, right: 8, from: 0, to: 100 }, 200, 1000)

function openings(...turns: readonly number[]): WindowOpening[] {
  return turns.map((turn, index) => ({ turn, serial: index + 2, id: index + 1, edit: index }))
}

test('a new window is named where its name fits, numbered where that fits, and else only drawn', () => {
  const labels = openingLabels(openings(10, 20, 21, 24, 60), scale).map(({ label }) => label)
  expect(labels).toEqual(['name', 'none', 'number', 'name', 'name'])
})

test('the last one has room up to the right end of the picture', () => {
  expect(openingLabels(openings(50, 99), scale).map(({ label }) => label)).toEqual(['name', 'none'])
  expect(openingLabels(openings(50, 96), scale).at(-1)?.label).toBe('number')
})

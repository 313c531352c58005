import { expect, test } from 'vitest'
import { handoverRun, managedRun } from '../../../testing/managed-run.ts'
import { blockRows } from './BlockTable.tsx'

test('notes that newer ones replace are not reported as evicted', () => {
  const data = managedRun()
  const old = data.edits.flatMap((edit) =>
    edit.stage !== 'carry_notes'
      ? []
      : edit.blocks.filter(({ verb }) => verb === 'drop').map(({ block }) => ({ block, turn: edit.turn })),
  )
  expect(old.length).toBeGreaterThan(0)
  for (const { block, turn } of old) {
    const row = blockRows(data, turn, 0).find((one) => one.block === block)
    expect(row).toMatchObject({ change: 'replaced by newer notes', lost: false })
  }
})

test('CROSS-1 blocks that stay behind at a new window are reported as that', () => {
  const data = handoverRun()
  const opened = data.edits.find((edit) => edit.opened !== null)
  const changed = blockRows(data, opened?.turn ?? 0, 0).filter(({ change }) => change !== '')
  expect(changed.length).toBeGreaterThan(0)
  expect(new Set(changed.map(({ change }) => change))).toEqual(new Set(['left behind at a new window']))
  expect(changed.every(({ lost }) => !lost)).toBe(true)
})

import { writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { laneStills } from './lane-stills.ts'
import { stillSvg } from './still.ts'
import { chartStills } from '../../panel/chart/stills.ts'
import { tradeStills } from '../../panel/metrics/stills.ts'
import { retentionStills } from '../../panel/retention/stills.ts'
import { runs, subjectOf } from './still-fixture.ts'
import { retentionSteps } from '../../../sim/internal.ts'

it('x', () => {
  const subject = subjectOf(0)
  let step; const it2 = retentionSteps(runs['naive_fifo']!); do { step = it2.next() } while (!step.done)
  for (const still of [...laneStills(subject), ...chartStills(subject), ...tradeStills(subject), ...retentionStills(subject, step.value as any)]) {
    const svg = stillSvg(still, subject)
    writeFileSync(`/tmp/still-${still.content}.svg`, svg)
  }
  expect(1).toBe(1)
})

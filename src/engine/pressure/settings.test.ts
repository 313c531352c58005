import { expect, it } from 'vitest'
import { declared } from '../../testing/declared.ts'
import { pressureSpec } from './settings.ts'

it('PRES-1 PRES-2 PRES-3 the settings of the pressure monitor, with units and ranges', () => {
  expect(declared(pressureSpec)).toEqual([
    'thresholds.yellow number 0.5 share of the limit, 0 to 1, usually 0.3 to 0.98',
    'thresholds.orange number 0.75 share of the limit, 0 to 1, usually 0.3 to 0.98',
    'thresholds.red number 0.9 share of the limit, 0 to 1, usually 0.3 to 0.98',
    'velocity_window number 5 turns, whole 1 to 100, usually 1 to 20',
    'preemptive boolean true',
    'preemptive_turns number 3 turns, whole 0 to 1000, usually 1 to 10',
    'spike_factor number 3 times the baseline, 1 to 1000, usually 1.5 to 10',
    'spike_after number 2 turns, whole 1 to 1000, usually 1 to 10',
    'baseline_weight number 0.3 share of the average, 0.01 to 1, usually 0.1 to 0.6',
  ])
  expect(pressureSpec['thresholds']).toMatchObject({
    kind: 'group',
    meaning: expect.stringMatching(/^The thresholds of the zones/),
  })
})

import { expect, it } from 'vitest'
import { told } from './event-words.ts'

it('PRES-3 a spike is told with the factor of the settings', () => {
  expect(told.spike('9,200 tokens arrived', 6, true)).toContain('more than 6 times is a spike.')
})

it.each([
  [
    5,
    'Utilization 95.0 %, above 90.0 % (health_monitoring.alerts.utilization_critical), for at least 5 readings in a row. Act.',
  ],
  [1, 'Utilization 95.0 %, above 90.0 % (health_monitoring.alerts.utilization_critical). Act.'],
])('HEALTH-2 an alert waits for %d readings as set, and may come later', (sustained, sentence) => {
  const alert = { code: 'utilization_critical', metric: 'utilization', value: 0.95, threshold: 0.9 } as const
  expect(told.alert(alert, 'Act.', sustained, true)).toBe(sentence)
})

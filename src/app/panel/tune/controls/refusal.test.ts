import { afterEach, expect, test } from 'vitest'
import { useChoices } from '../../../store/choice/choices.ts'
import { loadDeclarations } from '../../../store/choice/declarations.ts'
import { writeSettings } from '../../../store/choice/lane-text.ts'
import { onText } from './refusal.ts'

const first = useChoices.getState()
afterEach(() => {
  useChoices.setState(first, true)
})

test('CONF-2 a refusal disappears with the next change of its lane, by any control, not by another refusal', async () => {
  await loadDeclarations()
  useChoices.setState({
    lanes: [
      { policy: 'fifo', gates: 'naive' },
      { policy: 'hybrid', gates: 'on' },
    ],
  })
  const at = 1
  const told: string[] = []
  const ends = useChoices.getState().lanes.map((_, index) =>
    onText(index, () => {
      told.push(index === at ? 'own' : 'other')
    }),
  )
  const names = ['recency', 'priority', 'type_ttl', 'reference_freq', 'semantic_duplication']
  const all = (value: number) => names.map((name) => ({ path: ['eviction', 'weights', name], value }))
  expect(writeSettings(at, all(0))).not.toBeNull()
  expect(told).toEqual([])
  expect(writeSettings(at, all(0.2))).toBeNull()
  expect(told).toEqual(['own'])
  for (const end of ends) end()
})

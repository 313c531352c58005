import { expect, it } from 'vitest'
import { chars4 } from '../../../engine/index.ts'
import { completeConfig } from '../../../config/index.ts'
import { traceOf } from '../../../testing/trace.ts'
import { takeIn } from '../../index.ts'
import type { Intervention } from '../timeline/timeline.ts'
import type * as SetOnDemand from '../timeline/settings-set-on-demand.ts'
import * as set from '../timeline/settings-set.ts'
import type * as OnDemand from './interventions-on-demand.ts'
import * as direct from './interventions.ts'

const intake = takeIn(traceOf([{ role: 'user', content: 'Go.' }]), chars4)
const base = completeConfig({})

it('MAN-1 what a person does in a run is asked for only after it was awaited, and answers then what it does', async () => {
  // The files as a worker has them that has just begun.
  const fresh = './interventions-on-demand.ts?fresh'
  const { inOrder, loadInterventions } = (await import(/* @vite-ignore */ fresh)) as typeof OnDemand
  const given: Intervention[] = [{ turn: 0, kind: 'pin', block: 0 }]
  expect(inOrder([], intake)).toEqual([])
  expect(() => inOrder(given, intake)).toThrow('loadInterventions was not awaited')
  await loadInterventions()
  await loadInterventions()
  expect(inOrder(given, intake)).toEqual(given)
  expect(() => inOrder([{ turn: 9, kind: 'reset' }], intake)).toThrow('no turn to intervene in: 9')
  await direct.loadInterventions()
  expect(inOrder([], intake)).toEqual(direct.inOrder([], intake))
})

it('MAN-1 so are settings that a person changes in a run', async () => {
  const fresh = '../timeline/settings-set-on-demand.ts?fresh'
  const { loadSettingsSet, settingsSet, mustNotBringBack, whyNotSet } = (await import(
    /* @vite-ignore */ fresh
  )) as typeof SetOnDemand
  const change: Intervention = { turn: 0, kind: 'set', config: { seed: 2 } as never }
  expect(settingsSet(base, [{ turn: 0, kind: 'reset' }])).toEqual([])
  expect(() => settingsSet(base, [change])).toThrow('loadSettingsSet was not awaited')
  expect(() => mustNotBringBack(base, base, [])).toThrow('loadSettingsSet was not awaited')
  await loadSettingsSet()
  await loadSettingsSet()
  const pressed: Intervention = { turn: 0, kind: 'set', config: { strategy: 'unmanaged' } }
  expect(settingsSet(base, [pressed])).toMatchObject([{ from: 0, config: { strategy: 'unmanaged' } }])
  expect(settingsSet(base, [pressed])).toEqual(set.settingsSet(base, [pressed]))
  expect(whyNotSet(base, 0, { max_context_tokens: 7 }, [])).toContain('cannot become 7')
  await set.loadSettingsSet()
})

import { latePanel } from '../panel.ts'

export const health = latePanel({
  name: 'health',
  title: 'Health',
  meaning: 'How good the context is, by five measures, with their alerts',
  place: 'detail',
  height: 570,
  load: async () => (await import('./HealthPanel.tsx')).HealthPanel,
})

import { latePanel } from '../panel.ts'

export const health = latePanel({
  name: 'health',
  title: 'Health',
  meaning: 'Five measures of context quality, with their alerts',
  place: 'log',
  height: 570,
  load: async () => (await import('./HealthPanel.tsx')).HealthPanel,
})

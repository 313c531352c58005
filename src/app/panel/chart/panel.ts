import { latePanel } from '../panel.ts'

export const charts = latePanel({
  name: 'charts',
  title: 'Charts',
  meaning: 'How full the window is, how fast it fills, its zones and its contents',
  place: 'window',
  height: 986,
  load: async () => (await import('./Charts.tsx')).Charts,
})

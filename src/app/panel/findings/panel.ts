import { latePanel } from '../panel.ts'

export const findings = latePanel({
  name: 'findings',
  title: 'Cache and growth',
  meaning: 'What every lane costs with and without a prompt cache, and comparisons that show the difference',
  place: 'money',
  height: 640,
  load: async () => (await import('./FindingsPanel.tsx')).FindingsPanel,
})

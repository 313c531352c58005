import { latePanel } from '../panel.ts'

export const claims = latePanel({
  name: 'claims',
  title: 'The articles’ claims',
  meaning: 'What five articles claim about contexts, each measured here',
  place: 'guide',
  height: 0,
  load: async () => (await import('./ClaimsPanel.tsx')).ClaimsPanel,
})

import { latePanel } from '../panel.ts'

export const limits = latePanel({
  name: 'limits',
  title: 'Glossary and limits',
  meaning: 'Terms of the page, and what it cannot show',
  place: 'guide',
  height: 0,
  load: async () => (await import('./Limits.tsx')).Limits,
})

import { latePanel } from '../panel.ts'

export const budget = latePanel({
  name: 'budget',
  title: 'Budget',
  meaning: 'The limit and the use of each part of the prompt',
  place: 'window',
  height: 410,
  load: async () => (await import('./BudgetPanel.tsx')).BudgetPanel,
})

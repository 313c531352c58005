import { latePanel } from '../panel.ts'

export const budget = latePanel({
  name: 'budget',
  title: 'Budget',
  meaning: 'What each part of the prompt may take, and takes',
  place: 'detail',
  height: 410,
  load: async () => (await import('./BudgetPanel.tsx')).BudgetPanel,
})

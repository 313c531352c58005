import { latePanel } from '../panel.ts'

export const cost = latePanel({
  name: 'cost',
  title: 'Cost',
  meaning: 'What the run costs, and why tokens were not read from the prompt cache',
  place: 'money',
  height: 760,
  load: async () => (await import('./CostPanel.tsx')).CostPanel,
})

import { latePanel } from '../panel.ts'

export const guide = latePanel({
  name: 'guide',
  title: 'Which strategy for which agent',
  meaning: 'What articles advise and warn of, each measured here and opened with one press',
  place: 'guide',
  height: 0,
  load: async () => (await import('./GuidePanel.tsx')).GuidePanel,
})

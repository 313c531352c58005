import { latePanel } from '../panel.ts'

export const study = latePanel({
  name: 'study',
  title: 'Which should I use?',
  meaning: 'The lanes over many seeds, with intervals, and two settings of a lane varied together',
  place: 'lanes',
  height: 320,
  load: async () => (await import('./StudyPanel.tsx')).StudyPanel,
})

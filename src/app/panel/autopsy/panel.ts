import { latePanel } from '../panel.ts'

export const autopsy = latePanel({
  name: 'autopsy',
  title: 'What compaction lost',
  meaning: 'What the compactions in a log lost of rules, decisions, files and tasks, and what followed',
  place: 'kept',
  height: 90,
  load: async () => (await import('./AutopsyPanel.tsx')).AutopsyPanel,
})

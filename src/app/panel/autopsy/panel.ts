import { latePanel } from '../panel.ts'

export const autopsy = latePanel({
  name: 'autopsy',
  title: 'What compaction lost',
  meaning:
    'Which rules, decisions, numbers, files and tasks the compactions of a log’s own client lost, and what came after',
  place: 'detail',
  height: 200,
  load: async () => (await import('./AutopsyPanel.tsx')).AutopsyPanel,
})

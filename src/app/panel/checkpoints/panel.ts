import { latePanel } from '../panel.ts'

export const checkpoints = latePanel({
  name: 'checkpoints',
  title: 'Checkpoints',
  meaning: 'What was saved, and whether the conversation can go on from it',
  place: 'detail',
  height: 225,
  load: async () => (await import('./CheckpointsPanel.tsx')).CheckpointsPanel,
})

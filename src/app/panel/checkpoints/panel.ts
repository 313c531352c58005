import { latePanel } from '../panel.ts'

export const checkpoints = latePanel({
  name: 'checkpoints',
  title: 'Checkpoints',
  meaning: 'Saved checkpoints, and whether the conversation can continue from them',
  place: 'kept',
  height: 60,
  load: async () => (await import('./CheckpointsPanel.tsx')).CheckpointsPanel,
})

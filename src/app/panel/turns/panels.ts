import { latePanel } from '../panel.ts'

export const request = latePanel({
  name: 'request',
  title: 'Request',
  meaning: 'What is sent in the turn of the playhead, as a provider takes it',
  place: 'detail',
  height: 720,
  load: async () => (await import('./RequestPanel.tsx')).RequestPanel,
})

export const turnDiff = latePanel({
  name: 'turn-diff',
  title: 'Two turns',
  meaning: 'Two prompts compared, block by block',
  place: 'detail',
  height: 640,
  load: async () => (await import('./TurnDiffPanel.tsx')).TurnDiffPanel,
})

import { latePanel } from '../panel.ts'

export const request = latePanel({
  name: 'request',
  title: 'Request',
  meaning: 'The request of the playhead’s turn, in a provider’s format',
  place: 'requests',
  height: 720,
  load: async () => (await import('./RequestPanel.tsx')).RequestPanel,
})

export const turnDiff = latePanel({
  name: 'turn-diff',
  title: 'Two turns',
  meaning: 'Two prompts compared, block by block',
  place: 'requests',
  height: 640,
  load: async () => (await import('./TurnDiffPanel.tsx')).TurnDiffPanel,
})

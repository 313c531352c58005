import { latePanel } from '../panel.ts'

export const retention = latePanel({
  name: 'retention',
  title: 'What stays in the prompts',
  meaning:
    'How long goals, constraints, decisions and facts stay in the prompts, by kind, by position and by compactions',
  place: 'kept',
  height: 700,
  load: async () => (await import('./RetentionPanel.tsx')).RetentionPanel,
})

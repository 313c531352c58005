import { latePanel } from '../panel.ts'

export const audit = latePanel({
  name: 'audit',
  title: 'Audit log',
  meaning: 'Everything the lane did in this run, as one list',
  place: 'log',
  height: 690,
  load: async () => (await import('./AuditPanel.tsx')).AuditPanel,
})

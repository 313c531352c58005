import { latePanel } from '../panel.ts'

export const notes = latePanel({
  name: 'notes',
  title: 'Notes',
  meaning: 'Notes written, read and carried over',
  place: 'kept',
  height: 40,
  load: async () => (await import('./NotesPanel.tsx')).NotesPanel,
})

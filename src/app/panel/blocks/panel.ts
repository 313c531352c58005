import { latePanel } from '../panel.ts'

export const blocks = latePanel({
  name: 'blocks',
  title: 'Blocks',
  meaning: 'The blocks of the prompt at the playhead',
  place: 'window',
  height: 640,
  load: async () => (await import('./BlockTable.tsx')).BlockTable,
})

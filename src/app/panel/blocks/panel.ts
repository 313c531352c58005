import { panel } from '../panel.ts'
import { BlockTable } from './BlockTable.tsx'

export const blocks = panel({
  name: 'blocks',
  title: 'Blocks',
  meaning: 'The blocks of the prompt at the playhead',
  place: 'window',
  Panel: BlockTable,
})

import { panel } from '../panel.ts'
import { TakeAway } from './TakeAway.tsx'

export const takeAway = panel({
  name: 'take-away',
  title: 'Files',
  meaning: 'Downloads of the lane: its turns, its run, its request',
  place: 'detail',
  Panel: TakeAway,
})

import { closeTune } from '../../store/look/open.ts'
import { withoutLater } from '../../store/run/later-forks.ts'
import type { SidePanel } from '../panel.ts'
import { TunePanel } from './TunePanel.tsx'

export const tune: SidePanel<'tune'> = {
  name: 'tune',
  title: 'Tune',
  close: closeTune,
  Panel: ({ comparison }) => <TunePanel comparison={withoutLater(comparison)} />,
}

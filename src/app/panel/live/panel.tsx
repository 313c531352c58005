import { toggleLive } from '../../store/look/open.ts'
import { withoutLater } from '../../store/run/later-forks.ts'
import { onDemand } from '../../ui/on-demand.tsx'
import type { SidePanel } from '../panel.ts'

const LivePanel = onDemand(async () => (await import('./LivePanel.tsx')).LivePanel)

export const live: SidePanel<'live'> = {
  name: 'live',
  title: 'Live',
  loading: 'Opening the conversation …',
  close: toggleLive,
  Panel: ({ comparison }) => <LivePanel comparison={withoutLater(comparison)} />,
}

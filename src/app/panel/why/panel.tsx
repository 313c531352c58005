import { choose } from '../../store/choice/choices.ts'
import { lookedUpIn } from '../../store/run/later-forks.ts'
import { onDemand } from '../../ui/on-demand.tsx'
import type { SidePanel } from '../panel.ts'

const load = async () => (await import('./WhyPanel.tsx')).WhyPanel
const WhyPanel = onDemand(load)

export const why: SidePanel<'why'> = {
  name: 'why',
  title: 'Why',
  loading: 'Opening the story of the block …',
  load,
  close: () => {
    choose({ selection: null })
  },
  Panel: ({ comparison, selection }) =>
    selection !== null && (
      <WhyPanel comparison={lookedUpIn(comparison, selection.lane)} selection={selection} />
    ),
}

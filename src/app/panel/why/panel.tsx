import { choose } from '../../store/choice/choices.ts'
import { lookedUpIn } from '../../store/run/later-forks.ts'
import type { SidePanel } from '../panel.ts'
import { WhyPanel } from './WhyPanel.tsx'

export const why: SidePanel<'why'> = {
  name: 'why',
  title: 'Why',
  close: () => {
    choose({ selection: null })
  },
  Panel: ({ comparison, selection }) =>
    selection !== null && (
      <WhyPanel comparison={lookedUpIn(comparison, selection.lane)} selection={selection} />
    ),
}

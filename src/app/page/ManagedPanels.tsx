import type { Comparison } from '../../worker/protocol.ts'
import { useListed } from '../picture/lineup/ListedLane.tsx'
import { useSettledTurn } from '../store/look/playhead.ts'
import { Later } from './Later.tsx'
import type { PanelProperties } from '../panel/panel.ts'
import { onDemand } from '../ui/on-demand.tsx'
import { Part } from '../ui/Part.tsx'
import { DETAIL_TEXT } from './detail-words.ts'

/**
 * Nobody sees these panels before scrolling, so their script comes when they are near. Until then something about as
 * high, in pixels, keeps their place: were it lower than the screen, what is below would be in sight beside what is
 * above, and be pushed off by the panels, perhaps from under a pointer that is pressed.
 */
const PANELS = [
  {
    name: 'request',
    height: 720,
    Panel: onDemand(async () => (await import('../panel/turns/RequestPanel.tsx')).RequestPanel),
  },
  {
    name: 'turn-diff',
    height: 640,
    Panel: onDemand(async () => (await import('../panel/turns/TurnDiffPanel.tsx')).TurnDiffPanel),
  },
  {
    name: 'budget',
    height: 410,
    Panel: onDemand(async () => (await import('../panel/budget/BudgetPanel.tsx')).BudgetPanel),
  },
  {
    name: 'health',
    height: 570,
    Panel: onDemand(async () => (await import('../panel/health/HealthPanel.tsx')).HealthPanel),
  },
  {
    name: 'checkpoints',
    height: 225,
    Panel: onDemand(async () => (await import('../panel/checkpoints/CheckpointsPanel.tsx')).CheckpointsPanel),
  },
  {
    name: 'notes',
    height: 65,
    Panel: onDemand(async () => (await import('../panel/notes/NotesPanel.tsx')).NotesPanel),
  },
  {
    name: 'audit',
    height: 690,
    Panel: onDemand(async () => (await import('../panel/audit/AuditPanel.tsx')).AuditPanel),
  },
] as const

const ALL = PANELS.reduce((sum, { height }) => sum + height, 0)

/** What the manager of the lane in detail plans, measures, saves, notes and does. */
export function ManagedPanels({ comparison }: { readonly comparison: Comparison }) {
  return (
    <Later height={ALL}>
      <Made comparison={comparison} />
    </Later>
  )
}

function Made({ comparison }: { readonly comparison: Comparison }) {
  const lane = useListed(comparison)
  const turn = useSettledTurn()
  if (lane === undefined) return null
  const given: PanelProperties = { comparison, lane, turn }
  return PANELS.map(({ name, height, Panel }) => (
    <Part
      key={name}
      name={DETAIL_TEXT.names[name]}
      id={name}
      of={[lane]}
      fallback={<div className="later" style={{ height }} />}
    >
      <Panel {...given} />
    </Part>
  ))
}

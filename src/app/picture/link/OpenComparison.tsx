import { useChoices } from '../../store/choice/choices.ts'
import type { RunChoices } from '../../store/choice/choices.ts'
import { alter } from '../../store/choice/history.ts'
import { Row } from '../../ui/Box.tsx'
import { Button } from '../../ui/Button.tsx'

const TEXT = Object.freeze({ open: 'Open this comparison', isOpen: 'This comparison is open' })

/** A comparison to open: everything but the counter. */
export type ReadyComparison = Pick<RunChoices, 'source' | 'seed' | 'budget' | 'lanes'>

/** Opens a comparison, as one step of undo. It says so if that comparison is the open one. */
export function OpenComparison({ choices }: { readonly choices: ReadyComparison }) {
  const isOpen = useChoices((state) => isSame(state, choices))
  return (
    <Row>
      <Button
        disabled={isOpen}
        onClick={() => {
          alter(choices)
        }}
      >
        {isOpen ? TEXT.isOpen : TEXT.open}
      </Button>
    </Row>
  )
}

function isSame(state: RunChoices, { source, seed, budget, lanes }: ReadyComparison): boolean {
  const of = ({ policy, gates, byHand }: RunChoices['lanes'][number]): unknown => [policy, gates, byHand]
  const now = [state.source, state.seed, state.budget, state.lanes.map(of)]
  return JSON.stringify(now) === JSON.stringify([source, seed, budget, lanes.map(of)])
}

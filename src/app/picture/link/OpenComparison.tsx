import { runChoices, useChoices } from '../../store/choice/choices.ts'
import type { RunChoices } from '../../store/choice/choices.ts'
import { replaceChoices } from '../../store/choice/history.ts'
import { Row } from '../../ui/Box.tsx'
import { Button } from '../../ui/Button.tsx'
import { expectAt } from './expect-at.ts'

const TEXT = Object.freeze({ open: 'Open this comparison', isOpen: 'This comparison is open' })

/** A comparison to open; without a counter, the one on the page counts. */
export type ReadyComparison = Pick<RunChoices, 'source' | 'seed' | 'budget' | 'lanes'> &
  Partial<Pick<RunChoices, 'counter'>>

interface Properties {
  readonly choices: ReadyComparison
  /** What the button says; missing: that it opens this comparison. */
  readonly label?: string
}

/**
 * Opens a comparison, as one step of undo, and shows its lanes in the turn in which they first differ. It says so if that
 * comparison is the open one.
 */
export function OpenComparison({ choices, label = TEXT.open }: Properties) {
  const isOpen = useChoices((state) => isSame(state, choices))
  return (
    <Row>
      <Button
        disabled={isOpen}
        onClick={() => {
          open(choices)
        }}
      >
        {isOpen ? TEXT.isOpen : label}
      </Button>
    </Row>
  )
}

function open(comparison: ReadyComparison): void {
  const choices = { ...runChoices(useChoices.getState()), ...comparison }
  expectAt(choices, ({ firstDivergence }) => firstDivergence?.turn ?? null)
  replaceChoices(choices)
}

function isSame(
  state: RunChoices,
  { source, seed, budget, lanes, counter = state.counter }: ReadyComparison,
): boolean {
  const of = ({ policy, gates, byHand, actions }: RunChoices['lanes'][number]): unknown => [
    policy,
    gates,
    byHand,
    actions,
  ]
  const now = [state.source, state.seed, state.budget, state.lanes.map(of), state.counter]
  return JSON.stringify(now) === JSON.stringify([source, seed, budget, lanes.map(of), counter])
}

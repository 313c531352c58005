import type { Difference } from '../../../../sim/index.ts'
import { Text } from '../../../ui/Box.tsx'
import { STUDY_TEXT } from './words.ts'

/** How a lane compares with the baseline, over seeds or logs. */
export function Compared({
  difference,
  what,
}: {
  readonly difference: Difference | null
  /** What it is over. */
  readonly what: 'seed' | 'log'
}) {
  if (difference === null)
    return (
      <Text size="small" tone="soft">
        {STUDY_TEXT.isBaseline}
      </Text>
    )
  return (
    <span className="small study-verdict" data-verdict={difference.verdict}>
      {STUDY_TEXT.verdict(difference, what)}
    </span>
  )
}

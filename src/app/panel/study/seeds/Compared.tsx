import type { Difference } from '../../../../sim/index.ts'
import { isTooFew } from '../../../../sim/internal.ts'
import { Text } from '../../../ui/Box.tsx'
import { STUDY_TEXT } from './words.ts'

const TONES = { better: 'gain', worse: 'loss', unclear: 'soft' } as const

/** How a lane compares with the baseline, over seeds or logs. */
export function Compared({
  difference,
  what,
  fit = true,
  base = true,
}: {
  readonly difference: Difference | null
  /** What it is over. */
  readonly what: 'seed' | 'log'
  /** Whether it went on as long as the others: only then may it be called better. */
  readonly fit?: boolean
  /** Whether the baseline did: only then may it be called worse. */
  readonly base?: boolean
}) {
  if (difference === null)
    return (
      <Text size="small" tone="soft">
        {STUDY_TEXT.isBaseline}
      </Text>
    )
  const early = difference.verdict === 'worse' ? !base : !fit
  const verdict = early || isTooFew(difference) ? 'unclear' : difference.verdict
  return (
    <Text size="small" tone={TONES[verdict]} strong={verdict !== 'unclear'} data-verdict={verdict}>
      {early ? STUDY_TEXT.early(difference, base) : STUDY_TEXT.verdict(difference, what)}
    </Text>
  )
}

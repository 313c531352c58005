import type { Turn } from '../../../engine/index.ts'
import type { Comparison } from '../../../worker/protocol.ts'
import type { RunChoices } from '../../store/choice/choices.ts'
import { seek } from '../../store/look/playhead.ts'
import { expectRun } from '../../store/run/expected.ts'

/**
 * Announces choices whose lanes are shown once they have run.
 *
 * @param turnOf the turn to go to; null leaves that to the page
 */
export function expectAt(choices: RunChoices, turnOf: (comparison: Comparison) => Turn | null): void {
  expectRun({
    choices,
    shown: (comparison) => {
      const turn = turnOf(comparison)
      if (turn !== null) seek(turn)
      document.getElementById('lanes')?.scrollIntoView()
    },
    failed: () => undefined,
  })
}

import { counted } from '../../view/index.ts'
import { clean } from '../terminal/table.ts'
import type { Option } from '../option/options.ts'
import { FIGURE_NAMES } from './holding.ts'
import type { Tested } from './holding.ts'

export const CONDITIONS: Readonly<Record<string, Option>> = {
  'fail-if': {
    value: '<condition>',
    several: true,
    meaning:
      'Exit with 1 where this holds: "constraints_lost > 0", "cost > 1.05 * client or turns_reached < client"',
  },
  baseline: {
    value: '<file>',
    meaning: 'A result saved as JSON; in a condition, baseline is its figure for the same log and lane',
  },
}

/** Sentences about conditions, for `--help`. */
export const CONDITION_NOTES: readonly string[] = [
  `A condition compares metrics, with + - * / and and or. A lane beside a metric means the same metric in that lane (cost > 1.05 * client); hybrid.cost is a metric of one lane; baseline is the first lane, or the result of --baseline. sum, mean, least and most go over all logs that have every figure of their comparison. A condition is tested in each log, and there in each lane: compare leaves out the first unless it is the only one or --baseline is given. A lane whose name has other signs than letters and digits is written in quotes: "managed:eviction.target=0.7".cost. The metrics are ${FIGURE_NAMES.join(', ')}. In a log, constraints_lost counts the rules of the user, found by their words, that the last request has lost; a log without any is not tested. A condition that is tested nowhere fails. The other counts of lost needs, as artifacts_lost, are 0 in a conversation that has no such need.`,
]

/** Places that are listed for a condition. */
const LISTED = 20

/** What the conditions found, for the error stream: where each holds, with the figures. */
export function verdictText(tests: readonly Tested[]): string {
  return tests
    .map(({ condition, tested, untested, early, holds, lacking }) => {
      const head = `--fail-if '${condition}'`
      if (tested === 0) return `${head}: could not be tested, because ${lacking}, so it fails\n`
      const missing = untested === 0 ? '' : ` (not tested in ${untested}: a figure is missing)`
      const stopped =
        early === 0
          ? ''
          : `  in ${counted(early, 'log')} one of the lanes ended early, and its figures are of fewer turns: test turns_reached, too\n`
      if (holds.length === 0)
        return `${head}: holds in none of ${counted(tested, 'test')}${missing}\n${stopped}`
      const lines = holds
        .slice(0, LISTED)
        .map(
          ({ log, lane, figures }) =>
            `  ${clean([log, lane].flatMap((part) => part ?? []).join(', ') || 'all logs')}: ${figures}\n`,
        )
      const more = holds.length > LISTED ? `  and ${holds.length - LISTED} more\n` : ''
      return `${head}: holds in ${holds.length} of ${counted(tested, 'test')}${missing}\n${lines.join('')}${more}${stopped}`
    })
    .join('')
}

/** A condition that no log could be tested against fails too: it would hide a wrong name or an empty folder. */
export function fails(tests: readonly Tested[]): boolean {
  return tests.some(({ tested, holds }) => tested === 0 || holds.length > 0)
}

import type { Comparison, LaneResult } from '../../../worker/protocol.ts'
import { choose, useChoices } from '../../store/choice/choices.ts'
import { LINEUP_TEXT } from '../../store/choice/lineup-words.ts'

/** The lane that charts, the table of blocks and the files are about. */
export function useListed(comparison: Comparison): LaneResult | undefined {
  const listed = useChoices((state) => state.listed)
  return comparison.lanes.find((one) => one.name === listed) ?? comparison.lanes[0]
}

/** Chooses that lane, once for everything below. */
export function ListedLane({ comparison }: { readonly comparison: Comparison }) {
  const listed = useListed(comparison)
  if (comparison.lanes.length < 2) return null
  return (
    <fieldset className="choice listed">
      <legend>{LINEUP_TEXT.listed}</legend>
      {comparison.lanes.map(({ name, label }) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === listed?.name}
          onClick={() => {
            choose({ listed: name })
          }}
        >
          {label}
        </button>
      ))}
    </fieldset>
  )
}

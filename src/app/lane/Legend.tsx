import { TYPE_LABELS, TYPE_LETTERS } from '../../view/index.ts'
import type { Picture } from '../state/choices.ts'
import { LANE_TEXT, LEGEND } from '../words/lane.ts'

/** Letter, colour and hatch of each type of block, and the marks of the picture. */
export function Legend({ label, picture }: { readonly label: string; readonly picture: Picture }) {
  return (
    <ul className="legend" aria-label={label}>
      {LEGEND.map((type) => (
        <li key={type}>
          <Swatch type={type} />
          {TYPE_LABELS[type]}
        </li>
      ))}
      {picture === 'strata' && (
        <li>
          <svg width="14" height="14" aria-hidden="true">
            <rect className="band type-mixed" width="14" height="14" />
          </svg>
          {LANE_TEXT.mixed}
        </li>
      )}
      <li>
        <svg width="14" height="14" aria-hidden="true">
          <path className="cap lost" d="M7 1V13" />
        </svg>
        {LANE_TEXT.evicted}
      </li>
      {picture === 'lifelines' && (
        <li>
          <svg width="14" height="14" aria-hidden="true">
            <path className="cap reduced" d="M7 1V13" />
          </svg>
          {LANE_TEXT.lessened}
        </li>
      )}
      <li>
        <svg width="14" height="14" aria-hidden="true">
          <rect className="band type-tool_result is-reduced" width="14" height="14" />
          <rect className="hatch dense" width="14" height="14" />
        </svg>
        {LANE_TEXT.reduced}
      </li>
    </ul>
  )
}

/** The sign of a type: its fill with its letter. */
export function Swatch({ type }: { readonly type: (typeof LEGEND)[number] }) {
  return (
    <svg className="swatch" width="14" height="14" aria-hidden="true">
      <rect className={`band type-${type}`} width="14" height="14" />
      {(type === 'tool_definition' || type === 'tool_call') && (
        <rect className="hatch" width="14" height="14" />
      )}
      <text className={`letter on-${type}`} x="7" y="7.5">
        {TYPE_LETTERS[type]}
      </text>
    </svg>
  )
}

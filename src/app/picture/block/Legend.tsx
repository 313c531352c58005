import { useMemo } from 'react'
import { BLOCK_TYPES, ZONES } from '../../../engine/internal.ts'
import type { Tokens, WindowId } from '../../../engine/index.ts'
import { shownName, TYPE_LABELS, TYPE_LETTERS } from '../../../view/index.ts'
import type { LaneResult } from '../../../worker/protocol.ts'
import type { Picture } from '../../store/choice/choices.ts'
import type { SelectionMark } from '../../store/run/selection-marks.ts'
import { LANE_TEXT } from '../words.ts'
import { HATCHES } from '../plot/shape.ts'
import type { HatchName } from '../plot/shape.ts'
import { occurring } from './occurring.ts'
import type { Occurring } from './occurring.ts'
import { closeFind, useFind } from '../../store/look/find.ts'
import { Button } from '../../ui/Button.tsx'
import { Text } from '../../ui/Box.tsx'

/** Colours of ticks on a selected block. */
export const TONES = { reference: 'accent', need: '', lost: 'loss' } as const

/** Ticks on the selected block, by kind. */
const TICKS: readonly { readonly kind: SelectionMark['kind']; readonly text: string }[] = [
  { kind: 'reference', text: LANE_TEXT.referred },
  { kind: 'need', text: LANE_TEXT.needed },
  { kind: 'lost', text: LANE_TEXT.neededLost },
]

/** Letter, colour and hatch of each type of block in the lanes, and the marks of the picture. */
export function Legend({
  label,
  picture,
  lanes,
  window,
  smallerThan,
  marks,
  parts,
  plain,
}: {
  readonly label: string
  readonly picture: Picture
  readonly lanes: readonly LaneResult[]
  readonly window: WindowId
  /** Tokens below which neighbours share a band. */
  readonly smallerThan: Tokens
  /** Ticks on the selected block. */
  readonly marks: readonly SelectionMark[]
  /** Whether any lane differs from the first. */
  readonly parts: boolean
  /** Only the types of blocks. */
  readonly plain: boolean
}) {
  const found = useMemo(() => occurring(lanes, window, smallerThan), [lanes, window, smallerThan])
  if (plain)
    return (
      <Text as="ul" size="small" tone="soft" className="legend" aria-label={label}>
        <Types found={found.types} plain />
      </Text>
    )
  const strata = picture === 'strata'
  return (
    <Text as="ul" size="tiny" tone="soft" className="legend" aria-label={label}>
      <Types found={found.types} />
      {found.tools.length > 1 && <Tools tools={found.tools} />}
      {strata && found.small && (
        <Mark text={LANE_TEXT.mixed}>
          <rect style={{ fill: 'var(--fill-mixed)' }} width="14" height="14" />
        </Mark>
      )}
      {(found.reduced || (!strata && found.cleared)) && (
        <Mark text={found.cleared && !strata ? LANE_TEXT.reducedOrCleared : LANE_TEXT.reduced}>
          <rect style={{ fill: 'var(--fill-tool_result)' }} fillOpacity={0.55} width="14" height="14" />
          <rect style={hatched('dense')} width="14" height="14" />
          {strata && (
            <text className="haloed cap-letter" x="7" y="7.5">
              P
            </text>
          )}
        </Mark>
      )}
      {found.evicted && (
        <Mark text={LANE_TEXT.evicted}>
          <path className="stroke loss" d="M4 1V13" />
          <text className="haloed loss cap-letter" x="10" y="7.5">
            E
          </text>
        </Mark>
      )}
      {strata && found.joined && (
        <Mark text={LANE_TEXT.summarized}>
          <path className="stroke" d="M1 3C7 3 6 11 13 11" />
          <text className="haloed cap-letter" x="4" y="9.5">
            Σ
          </text>
        </Mark>
      )}
      {strata && found.cleared && (
        <Mark text={LANE_TEXT.cleared}>
          <rect style={{ fill: 'var(--fill-tool_result)' }} fillOpacity={0.55} width="14" height="14" />
          <rect style={hatched('dense')} width="14" height="14" />
          <text className="haloed cap-letter" x="7" y="7.5">
            A
          </text>
        </Mark>
      )}
      {strata && found.folded && (
        <Mark text={LANE_TEXT.folded}>
          <path className="stroke" d="M1 3C7 3 6 11 13 11" />
          <text className="haloed cap-letter" x="4" y="9.5">
            F
          </text>
        </Mark>
      )}
      {!strata && found.unsent && (
        <Mark text={LANE_TEXT.unsent}>
          <rect style={{ fill: 'var(--fill-tool_result)' }} fillOpacity={0.12} width="14" height="14" />
          <rect style={hatched('unsent')} width="14" height="14" />
        </Mark>
      )}
      {strata && found.renewed && (
        <Mark text={LANE_TEXT.renewed}>
          <text className="haloed cap-letter" x="7" y="7.5">
            N
          </text>
        </Mark>
      )}
      {strata && found.left && (
        <Mark text={LANE_TEXT.left}>
          <text className="haloed cap-letter" x="7" y="7.5">
            W
          </text>
        </Mark>
      )}
      {found.saved && (
        <Mark text={LANE_TEXT.checkpoint}>
          <path className="solid accent flag" d="M4 12V2H10L8.2 4.4L10 6.8H4" />
        </Mark>
      )}
      {!strata && (found.reduced || found.cleared || found.folded) && (
        <Mark text={LANE_TEXT.lessened}>
          <path className="stroke soft" d="M7 1V13" />
        </Mark>
      )}
      {strata && found.stale && (
        <Mark text={LANE_TEXT.stale}>
          <rect style={hatched('stale')} width="14" height="14" />
        </Mark>
      )}
      {marks.length > 0 &&
        TICKS.filter(({ kind }) => marks.some((mark) => mark.kind === kind)).map(({ kind, text }) => (
          <Mark key={kind} text={text}>
            <g>
              <path className={`stroke ${TONES[kind]}`} d="M7 3V11" />
            </g>
          </Mark>
        ))}
      <li>
        {LANE_TEXT.zoneName}:
        {ZONES.slice(1).map((zone) => (
          <span key={zone} className={`hued ${zone}`}>
            {zone}
          </span>
        ))}
      </li>
      <li>
        {LANE_TEXT.cacheName}:
        {Object.entries(LANE_TEXT.cacheParts).map(([part, text]) => (
          <span key={part} className={`hued ${part}`}>
            {text}
          </span>
        ))}
      </li>
      {parts && (
        <Mark text={LANE_TEXT.parting}>
          <path className="solid accent diamond" d="M7 2L12 7L7 12L2 7Z" />
        </Mark>
      )}
    </Text>
  )
}

function Types({
  found,
  plain = false,
}: {
  readonly found: ReadonlySet<(typeof BLOCK_TYPES)[number]>
  readonly plain?: boolean
}) {
  return BLOCK_TYPES.filter((type) => found.has(type)).map((type) => (
    <li key={type}>
      <Swatch type={type} plain={plain} />
      {TYPE_LABELS[type]}
    </li>
  ))
}

/** Tools named; a log may have dozens. */
const MOST_TOOLS = 6

/** What the results are of: a press lights up the blocks of one tool. */
function Tools({ tools }: { readonly tools: Occurring['tools'] }) {
  const words = useFind((state) => (state.open ? state.words : null))
  return (
    <li>
      {LANE_TEXT.resultsOf}
      {tools.slice(0, MOST_TOOLS).map(({ name, results }) => (
        <Button
          key={name}
          kind="quiet"
          small
          className="tiny"
          title={LANE_TEXT.lightUp(name)}
          aria-pressed={words === name}
          onClick={() => {
            if (words === name) closeFind()
            else useFind.setState({ open: true, words: name, found: null, at: null })
          }}
        >
          {shownName(name, 24)} {results}
        </Button>
      ))}
      {tools.length > MOST_TOOLS && LANE_TEXT.moreTools(tools.length - MOST_TOOLS)}
    </li>
  )
}

function Mark({ text, children }: { readonly text: string; readonly children: React.ReactNode }) {
  return (
    <li>
      <svg width="14" height="14" aria-hidden="true">
        {children}
      </svg>
      {text}
    </li>
  )
}

function hatched(name: HatchName) {
  return { fill: `url('#${HATCHES[name].id}')` }
}

/** The sign of a type: its fill with its letter, which a picture in plain words does not have. */
export function Swatch({
  type,
  plain = false,
}: {
  readonly type: (typeof BLOCK_TYPES)[number]
  readonly plain?: boolean
}) {
  return (
    <svg width="14" height="14" aria-hidden="true">
      <rect style={{ fill: `var(--fill-${type})` }} width="14" height="14" />
      {(type === 'tool_definition' || type === 'tool_call') && (
        <rect style={hatched('plain')} width="14" height="14" />
      )}
      {!plain && (
        <text className={`letter on-${type}`} x="7" y="7.5">
          {TYPE_LETTERS[type]}
        </text>
      )}
    </svg>
  )
}

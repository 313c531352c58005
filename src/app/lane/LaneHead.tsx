import { memo } from 'react'
import type { LaneResult } from '../../worker/protocol.ts'
import { TurnLink } from '../ui/TurnLink.tsx'
import { LANE_TEXT } from '../words/lane.ts'
import { LANE_RULES } from '../words/lineup.ts'

/** Metrics of a lane's head, by id: what it kept, what it took, what it broke. */
const FIGURES = ['need-hit-rate', 'lost-rate', 'evicted-blocks', 'introduced-violations'] as const

/** Name, rule and headline figures of a lane. */
export const LaneHead = memo(function LaneHead({ lane }: { readonly lane: LaneResult }) {
  const rows = new Map(lane.rows.map((row) => [row.id, row]))
  const { ended } = lane.data
  return (
    <header className="lane-head">
      <h2 id={`lane-${lane.name}`}>{lane.label}</h2>
      <p className="lane-rule">
        {LANE_RULES[lane.data.spec.config.eviction.policy]}
        {ended !== null && (
          <span className="loss">
            {' · '}
            {LANE_TEXT.ended} <TurnLink turn={ended.turn} />
          </span>
        )}
      </p>
      <dl className="figures">
        {FIGURES.map((id) => {
          const row = rows.get(id)
          if (row === undefined) return null
          const bad = (id === 'lost-rate' || id === 'introduced-violations') && (row.value ?? 0) > 0
          return (
            <div key={id} className={id} title={row.meaning}>
              <dt>{LANE_TEXT.figures[id]}</dt>
              <dd className={bad ? 'loss' : undefined}>{row.text}</dd>
            </div>
          )
        })}
      </dl>
    </header>
  )
})

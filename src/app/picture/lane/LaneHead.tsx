import { memo, useContext } from 'react'
import { metricMeaning } from '../../../sim/index.ts'
import { strategyChanges } from '../../../view/index.ts'
import { LaneChanges } from '../lineup/LaneChanges.tsx'
import { LaneChooser } from '../lineup/LaneChooser.tsx'
import { TurnLink } from '../link/TurnLink.tsx'
import type { LaneResult } from '../../../worker/protocol.ts'
import { useReaches } from '../../store/look/depth.ts'
import { useEmbedded } from '../../store/page-state/show.ts'
import { useLessonAsks, useLessonFigures, useLessonLanes } from '../../store/lesson/shown.ts'
import { useFutureHidden } from '../../store/look/future.ts'
import { LANE_TEXT } from '../words.ts'
import { LANE_GROUPS, LINEUP_TEXT, laneRule, laneRuleTitle } from '../../store/choice/lineup-words.ts'
import type { LanePlace } from '../../store/choice/lane-place.ts'
import { ruleInWords } from './lane-words.ts'
import { LaneSave } from './lane-save.ts'
import type { ShownPicture } from './lane-save.ts'
import { Row, Text } from '../../ui/Box.tsx'
import { Fact, Facts } from '../../ui/Facts.tsx'

/** Metrics in a lane's head, by id: what it kept, its size, and its violations. */
const FIGURES = [
  'need-hit-rate',
  'partial-rate',
  'pointer-rate',
  'lost-rate',
  'evicted-blocks',
  'turns-refused',
  'introduced-violations',
] as const
/** Those that are a loss if not 0, and those that are shown only then. */
const LOSSES: ReadonlySet<string> = new Set(['lost-rate', 'turns-refused', 'introduced-violations'])
const RARE: ReadonlySet<string> = new Set(['partial-rate', 'turns-refused', 'introduced-violations'])

/** Changes of the strategy that are named; all of them are listed below, as actions at its turns. */
const MOST_CHANGES = 2

/** What a lane runs, its rule and its main figures. */
export const LaneHead = memo(function LaneHead({
  lane,
  place,
  shown,
}: {
  readonly lane: LaneResult
  /** Null for a lane that was removed while the others run. */
  readonly place: LanePlace | null
  /** The picture below it. */
  readonly shown: ShownPicture
}) {
  const rows = new Map(lane.rows.map((row) => [row.id, row]))
  const { ended, spec } = lane.data
  const plain = !useReaches('compare')
  const hidden = useFutureHidden()
  const told = useLessonLanes() !== null
  const withoutControls = useEmbedded() || plain || place === null
  const save = useContext(LaneSave)
  const asks = useLessonAsks()
  const toldFigures = useLessonFigures()
  const asWritten = LANE_GROUPS.as_written.includes(spec.config.strategy)
  return (
    <Row as="header" gap={12} wrap className="lane-head">
      {/* A heading for the page's outline; on the screen the chooser shows the name. */}
      <h2 id={`lane-${lane.name}`} className={withoutControls ? undefined : 'unseen'}>
        {lane.label}
      </h2>
      {!withoutControls && (
        <Row gap={0} className="lane-choice">
          <LaneChooser
            choice={place.choice}
            index={place.index}
            // A lesson shows some of its lanes: none is put in place of another.
            count={told ? 1 : place.count}
            label={lane.label}
            name={lane.name}
          />
          {!hidden && save?.({ lane: lane.name, label: lane.label, shown })}
        </Row>
      )}
      {/* The rule of printed code is its defect, about which a lesson asks. */}
      {plain && toldFigures.length > 0 && !hidden && (
        <Row as="p" gap={12} className="small">
          {toldFigures.map((id) => (
            <span key={id}>
              <strong>{rows.get(id)?.text}</strong> {LANE_TEXT.figures[id]}
            </span>
          ))}
        </Row>
      )}
      {plain && toldFigures.length === 0 && place?.choice.unnamed !== true && !(asks && asWritten) && (
        <Text as="p" size="small" tone="soft" clip>
          {ruleInWords(lane, place?.choice.policy)}
        </Text>
      )}
      <Text as="p" size="small" tone="soft" clip className="fills lane-rule">
        {asWritten && (
          <>
            <span className="badge loss" title={LINEUP_TEXT.asWrittenTitle}>
              {LINEUP_TEXT.asWritten}
            </span>{' '}
          </>
        )}
        {!plain && (
          <span className="rule" title={laneRuleTitle(lane.name)}>
            {laneRule(lane.name)}
          </span>
        )}
        <Switches data={lane.data} />
        {place !== null && <LaneChanges lane={lane.name} />}
        {ended !== null && !hidden && (
          <span className="loss">
            <span className="rule">{' · '}</span>
            {LANE_TEXT.ended} <TurnLink turn={ended.turn} />
          </span>
        )}
      </Text>
      {!plain && !hidden && (
        <Facts inLine className="figures">
          {FIGURES.map((id) => {
            const row = rows.get(id)
            if (row === undefined || (RARE.has(id) && row.value === 0)) return null
            const bad = LOSSES.has(id) && (row.value ?? 0) > 0
            return (
              <Fact
                key={id}
                className={id}
                name={LANE_TEXT.figures[id]}
                title={metricMeaning(id, lane.data.askedAgain !== undefined)}
              >
                <span className={bad ? 'loss' : undefined}>{row.text}</span>
              </Fact>
            )
          })}
        </Facts>
      )}
    </Row>
  )
})

/** The strategies that a person changed to in mid-run, each with its turn. */
function Switches({ data }: Pick<LaneResult, 'data'>) {
  const changes = strategyChanges(data)
  return (
    <>
      {changes.slice(0, MOST_CHANGES).map(({ from, strategy }, index) => (
        <span key={from} className="taken-over">
          {index > 0 ? ', ' : <span className="rule">{' · '}</span>}
          {LANE_TEXT.takenOver(strategy)} <TurnLink turn={from} />
        </span>
      ))}
      {changes.length > MOST_CHANGES && LANE_TEXT.takenOverMore(changes.length - MOST_CHANGES)}
    </>
  )
}

import { metricTable } from '../../../view/index.ts'
import type { Comparison } from '../../../worker/protocol.ts'
import { valueIn } from '../../store/choice/by-hand.ts'
import type { LaneChoice } from '../../store/choice/choices.ts'
import type { Declarations } from '../../store/choice/declarations.ts'
import { undo } from '../../store/choice/history.ts'
import { ownConfig } from '../../store/choice/lane-text.ts'
import { useLastChange } from '../../store/run/last-change.ts'
import { Row, Text } from '../../ui/Box.tsx'
import { Button } from '../../ui/Button.tsx'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { weightRows } from './controls/weights.ts'
import './before-after.css'

const CHANGE_TEXT = Object.freeze({
  title: 'Before and after the last change',
  undo: 'Undo this change',
  arrow: '→',
})

/** The figures that say what a change of settings was worth, by the ids of their metrics. */
const TOLD: readonly string[] = ['need-hit-rate', 'lost-rate', 'prompt-tokens', 'cost']

/** What the last change of the lane's settings did to its needs, tokens and cost, at the foot of the settings. */
export function BeforeAfter({
  comparison,
  index,
  declarations,
}: {
  readonly comparison: Comparison
  readonly index: number
  readonly declarations: Declarations
}) {
  const change = useLastChange(comparison, index)
  if (change === null) return null
  const { before, after } = change
  const rows = metricTable([before.figures, { ...after.figures, name: 'after' }]).filter(({ id }) =>
    TOLD.includes(id),
  )
  const changed = changedSettings(before.choice, after.choice, declarations)
  return (
    <section className="last-change" aria-label={CHANGE_TEXT.title}>
      <Row apart size="small">
        <span>
          {changed.map(({ key, from, to }) => (
            <span key={key}>
              <code>{key}</code> {from} {CHANGE_TEXT.arrow} <strong>{to}</strong>{' '}
            </span>
          ))}
        </span>
        <Button small onClick={undo}>
          {CHANGE_TEXT.undo}
        </Button>
      </Row>
      <Facts className="tiny">
        {rows.map(({ id, label, cells: [first, second] }) => (
          <Fact key={id} name={label}>
            <Text figures data-metric={id}>
              {first?.text} {CHANGE_TEXT.arrow} {second?.text}{' '}
              {second !== undefined && second.difference !== null && (
                <small className={second.verdict === 'better' ? 'gain' : 'soft'}>
                  {second.differenceText}
                </small>
              )}
            </Text>
          </Fact>
        ))}
      </Facts>
    </section>
  )
}

/** Settings told; many come from one text. */
const MOST_SETTINGS = 3

/** The settings that differ between two versions of a lane, with the values of both. */
function changedSettings(was: LaneChoice, is: LaneChoice, declarations: Declarations) {
  const preset = ownConfig({ policy: was.policy, gates: was.gates }, declarations)
  // Weights that nobody wrote are those of the policy.
  const weights = new Map(weightRows(preset).map(({ path, own }) => [path.join('.'), own]))
  const paths = new Map([...leaves(was.byHand), ...leaves(is.byHand)].map((path) => [path.join('.'), path]))
  return [...paths]
    .flatMap(([key, path]) => {
      const [from, to] = [was, is].map(({ byHand }) =>
        JSON.stringify(valueIn(byHand, path) ?? valueIn(preset, path) ?? weights.get(key) ?? null),
      )
      return from === to ? [] : [{ key, from, to }]
    })
    .slice(0, MOST_SETTINGS)
}

function leaves(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return value === undefined ? [] : [path]
  return Object.entries(value).flatMap(([key, one]) => leaves(one, [...path, key]))
}

import { limitSetting } from '../../../engine/internal.ts'
import {
  atPrices,
  costRange,
  changedIn,
  contextName,
  counted,
  headline,
  pricesSentence,
  share,
  shownName,
  toldBlock,
  turnsWithNumbers,
  tokens,
  turnName,
  whole,
} from '../../../view/index.ts'
import type { Comparison } from '../../../worker/protocol.ts'
import { Sentence } from '../../picture/link/Sentence.tsx'
import { choose, useChoices } from '../../store/choice/choices.ts'
import { alter } from '../../store/choice/history.ts'
import { goToPanel } from '../../store/look/detail-tab.ts'
import { useHiddenByHand } from '../../store/look/future.ts'
import { seek } from '../../store/look/playhead.ts'
import { useSession } from '../../store/run/session.ts'
import { Button } from '../../ui/Button.tsx'
import { Row, Text } from '../../ui/Box.tsx'
import { onDemand } from '../../ui/on-demand.tsx'
import { Part } from '../../ui/Part.tsx'
import './headline.css'

const HEADLINE_TEXT = Object.freeze({
  window: 'Context',
  guess: 'What comes after the playhead is hidden. What happens next?',
  neverFilled: (limit: string, peak: string) =>
    `window of ${limit} tokens, the smallest there is: the log never needs more than ${peak}`,
  limit: (limit: string, part: string, peak: string) =>
    `window of ${limit} tokens, ${part} of the peak without eviction (${peak})`,
  context: (name: string, opened: string | null) => (opened === null ? name : `${name}, from ${opened}`),
  cost: (range: string, prices: string) => `cost ${range}${prices}`,
  answers: 'What the model answered',
  toCost: (prices: string) => `What the cost is made of. ${prices}`,
  changed: (parameters: string) => ` with ${parameters} `,
  usual: 'Back to the defaults',
  calibrated: (ratio: string) => `counts fitted to recorded usage, × ${ratio}`,
})

/** Only the answers of a real model have it. */
const UnusableNote = onDemand(async () => (await import('../../picture/call/UnusableNote.tsx')).UnusableNote)

/** Characters of a log's title that are shown. */
const TITLE = 80

/** Changed parameters of a scenario, and the way back. */
function Changed({ source: { kind, name, overrides } }: Pick<Comparison['trace'], 'source'>) {
  if (kind !== 'scenario' || overrides === undefined) return null
  return (
    <>
      {HEADLINE_TEXT.changed(changedIn(overrides).join(', '))}
      <Button
        kind="link"
        onClick={() => {
          alter({ source: { kind, name } })
        }}
      >
        {HEADLINE_TEXT.usual}
      </Button>
    </>
  )
}

/** The result of the comparison, in a sentence, and what was compared. */
export function Headline({ comparison }: { readonly comparison: Comparison }) {
  const { firstDivergence, lanes, trace, limit, peak } = comparison
  const window = useChoices((state) => state.window)
  const guesses = useHiddenByHand()
  const isAnswered = useSession(({ shown }) =>
    shown?.lanes.some(({ answeredBy }) => answeredBy !== undefined),
  )
  const cost = guesses ? '' : costRange(lanes)
  const prices = lanes[0]?.cache.prices
  const exact = lanes.every((lane) => lane.data.exact)
  return (
    <div className="headline">
      <h1 aria-live="polite">
        {/* Playhead, selection and panel move together, so that none is left at another turn. */}
        {guesses ? (
          HEADLINE_TEXT.guess
        ) : (
          <Sentence
            parts={headline(firstDivergence, lanes, window)}
            selectionOf={(part) => toldBlock(part, lanes)}
          />
        )}
      </h1>
      {!guesses && isAnswered && (
        <Part name={HEADLINE_TEXT.answers}>
          <UnusableNote comparison={comparison} />
        </Part>
      )}
      <div>
        <Text as="p" size="small" tone="soft" className="about">
          <bdi title={trace.title}>{shownName(trace.title, TITLE)}</bdi>
          <Changed source={trace.source} /> · {turnsWithNumbers(trace.turns)} ·{' '}
          {counted(trace.blocks, 'block')} ·{' '}
          {limit === limitSetting.min && peak < limit
            ? HEADLINE_TEXT.neverFilled(whole(limit), tokens(peak, { exact }))
            : HEADLINE_TEXT.limit(whole(limit), share(limit / peak, { exact }), tokens(peak, { exact }))}
          {cost !== '' && prices !== undefined && (
            <>
              {' · '}
              <Button
                kind="link"
                title={HEADLINE_TEXT.toCost(pricesSentence(prices))}
                onClick={() => {
                  goToPanel('money', 'cost')
                }}
              >
                {HEADLINE_TEXT.cost(cost, atPrices(prices))}
              </Button>
            </>
          )}
          {trace.calibration !== null && ` · ${HEADLINE_TEXT.calibrated(trace.calibration.toFixed(2))}`}
        </Text>
      </div>
      {trace.windows.length > 1 && <ContextChoice windows={trace.windows} />}
    </div>
  )
}

/** Which of a log's contexts the pictures show: the main one, or that of a sub-agent. */
function ContextChoice({ windows }: { readonly windows: Comparison['trace']['windows'] }) {
  const window = useChoices((state) => state.window)
  return (
    <Row as="label" size="small" tone="soft">
      {HEADLINE_TEXT.window}
      <select
        value={window}
        onChange={(event) => {
          const id = Number(event.currentTarget.value)
          choose({ window: id, selection: null })
          seek(windows.find((one) => one.id === id)?.opened ?? 0)
        }}
      >
        {windows.map(({ id, kind, opened }) => (
          <option key={id} value={id}>
            {HEADLINE_TEXT.context(contextName(id, windows), kind === 'main' ? null : turnName(opened))}
          </option>
        ))}
      </select>
    </Row>
  )
}

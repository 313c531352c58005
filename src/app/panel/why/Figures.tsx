import type { CompressedFigures } from '../../../view/index.ts'
import { COMPRESSED_TEXT } from './compressed.ts'
import { Fact } from '../../ui/Facts.tsx'

/** Requests listed at once. */
const MOST = 3

/**
 * What an edit compressed: the ratios of the compressed part and of the window, always with the questions that were
 * kept (COMP-4), the requests to the model, and the cost of a sub-agent.
 */
export function Figures({
  figures,
  edit,
  exact,
}: {
  readonly figures: CompressedFigures
  /** Tokens of the whole window around the edit. */
  readonly edit: { readonly before: number; readonly after: number }
  readonly exact: boolean
}) {
  const { before, after, spanRatio, windowRatio, asks, subagent } = figures
  const kept = COMPRESSED_TEXT.keptCount(figures)
  return (
    <>
      <Fact name={COMPRESSED_TEXT.span}>
        {COMPRESSED_TEXT.sizes(before, after, exact)}{' '}
        <span className="soft ratio">{COMPRESSED_TEXT.times(spanRatio)}</span>
      </Fact>
      <Fact name={COMPRESSED_TEXT.window}>
        {COMPRESSED_TEXT.sizes(edit.before, edit.after, exact)}{' '}
        <span className="soft ratio">{COMPRESSED_TEXT.times(windowRatio)}</span>
      </Fact>
      <Fact name={COMPRESSED_TEXT.kept} title={COMPRESSED_TEXT.keptTitle}>
        <b className="kept-questions">{kept}</b>
      </Fact>
      {subagent !== null && (
        <Fact name={COMPRESSED_TEXT.subagent} title={COMPRESSED_TEXT.subagentTitle}>
          {COMPRESSED_TEXT.subagentCost(subagent, exact)}
        </Fact>
      )}
      {asks.length > 0 && (
        <Fact name={COMPRESSED_TEXT.asks(asks.length)}>
          {asks.slice(0, MOST).map((ask, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- two requests may read alike
            <span key={index} className="ask">
              {COMPRESSED_TEXT.askOf(ask, exact)}
            </span>
          ))}
          {asks.length > MOST && <span className="ask">{COMPRESSED_TEXT.moreAsks(asks.length - MOST)}</span>}
        </Fact>
      )}
    </>
  )
}

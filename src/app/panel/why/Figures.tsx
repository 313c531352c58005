import type { CompressedFigures } from '../../../view/index.ts'
import { COMPRESSED_TEXT } from './compressed.ts'

/** Requests that are listed at once. */
const MOST = 3

/**
 * What an edit compressed: the ratio of the stretch and that of the window, never without the questions that
 * were kept (COMP-4), what was asked of the model, and what a sub-agent cost.
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
      <Row name={COMPRESSED_TEXT.span} figure={COMPRESSED_TEXT.times(spanRatio)}>
        {COMPRESSED_TEXT.sizes(before, after, exact)}
      </Row>
      <Row name={COMPRESSED_TEXT.window} figure={COMPRESSED_TEXT.times(windowRatio)}>
        {COMPRESSED_TEXT.sizes(edit.before, edit.after, exact)}
      </Row>
      <Row name={COMPRESSED_TEXT.kept} title={COMPRESSED_TEXT.keptTitle}>
        <b className="kept-questions">{kept}</b>
      </Row>
      {subagent !== null && (
        <Row name={COMPRESSED_TEXT.subagent} title={COMPRESSED_TEXT.subagentTitle}>
          {COMPRESSED_TEXT.subagentCost(subagent, exact)}
        </Row>
      )}
      {asks.length > 0 && (
        <Row name={COMPRESSED_TEXT.asks(asks.length)}>
          {asks.slice(0, MOST).map((ask, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- two requests may read alike
            <span key={index} className="ask">
              {COMPRESSED_TEXT.askOf(ask, exact)}
            </span>
          ))}
          {asks.length > MOST && <span className="ask">{COMPRESSED_TEXT.moreAsks(asks.length - MOST)}</span>}
        </Row>
      )}
    </>
  )
}

/** A figure with its name, and the ratio it makes. */
export function Row({
  name,
  title,
  figure,
  children,
}: {
  readonly name: string
  readonly title?: string
  readonly figure?: string
  readonly children: React.ReactNode
}) {
  return (
    <div title={title}>
      <dt>{name}</dt>
      <dd>
        {children}
        {figure !== undefined && <span className="ratio">{figure}</span>}
      </dd>
    </div>
  )
}

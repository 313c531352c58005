import { counted, divergenceSentence, share, tokens, whole } from '../../view/index.ts'
import type { Comparison } from '../../worker/protocol.ts'
import { LinkedTurns } from '../ui/LinkedTurns.tsx'
import { HEADLINE_TEXT } from '../words.ts'
import './headline.css'

/** What the comparison shows, in a sentence, and what it is a comparison of. */
export function Headline({ comparison }: { readonly comparison: Comparison }) {
  const { firstDivergence, lanes, trace, limit, peak } = comparison
  const exact = lanes.every((lane) => lane.data.exact)
  return (
    <div className="headline">
      <h1>
        <LinkedTurns text={divergenceSentence(firstDivergence, lanes)} />
      </h1>
      <p className="about">
        {trace.title} · {counted(trace.turns, 'turn')} · {counted(trace.blocks, 'block')} ·{' '}
        {HEADLINE_TEXT.limit(whole(limit), share(limit / peak), tokens(peak, { exact }))}
        {trace.calibration !== null && ` · ${HEADLINE_TEXT.calibrated(trace.calibration.toFixed(2))}`}
      </p>
    </div>
  )
}

import { FigureBox } from '../inputs/FigureBox.tsx'
import { within } from '../inputs/figures.ts'
import { SPENDING_TEXT } from '../words/model.ts'
import { lookFirst, untoldOf, useCalls } from './call-list.ts'
import { connection, useConnection } from './connection.ts'
import { readDollars } from './dollars.ts'

const MOST = 10_000

/** What calls may cost, what they did, and whether a person looks at each. */
export function SpendingSection() {
  const cap = useConnection((state) => state.cap)
  const askFirst = useConnection((state) => state.askFirst)
  const spent = useCalls((state) => state.spent)
  const untold = useCalls(untoldOf)
  return (
    <section className="model-part" aria-labelledby="model-spending">
      <h3 id="model-spending">{SPENDING_TEXT.title}</h3>
      <div className="model-row">
        <span>
          {SPENDING_TEXT.cap} {SPENDING_TEXT.unit}
        </span>
        <FigureBox
          className="dollars"
          label={`${SPENDING_TEXT.cap}, ${SPENDING_TEXT.unit}`}
          text={figureOf(cap)}
          allowed={SPENDING_TEXT.capTitle}
          read={(text) => within(readDollars(text), 0, MOST)}
          step={(by) => within(cap + by * 0.5, 0, MOST)}
          onChange={(value) => {
            connection.setState({ cap: value })
          }}
        />
        <meter
          aria-label={SPENDING_TEXT.bar}
          min={0}
          max={Math.max(cap, spent, 0.01)}
          value={spent}
          title={SPENDING_TEXT.spent(spent)}
        />
        <output className="sums">
          {SPENDING_TEXT.spent(spent)}, {untold > 0 && `${SPENDING_TEXT.untold(untold)}, `}
          {SPENDING_TEXT.remaining(Math.max(0, cap - spent - untold))}
        </output>
      </div>
      <label className="model-switch" title={SPENDING_TEXT.askFirstTitle}>
        <input
          type="checkbox"
          checked={askFirst}
          onChange={(event) => {
            lookFirst(event.currentTarget.checked)
          }}
        />
        {SPENDING_TEXT.askFirst}
      </label>
      <p className="note">{SPENDING_TEXT.note}</p>
    </section>
  )
}

/** Cents, and as many digits more as a smaller limit needs. */
function figureOf(cap: number): string {
  return Math.round(cap * 100) / 100 === cap ? cap.toFixed(2) : String(cap)
}

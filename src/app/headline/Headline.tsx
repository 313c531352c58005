import { counted, divergenceSentence, share, tokens, turnName, whole } from '../../view/index.ts'
import type { Comparison } from '../../worker/protocol.ts'
import { LinkedTurns } from '../ui/LinkedTurns.tsx'
import { choose, useChoices } from '../state/choices.ts'
import type { Picture } from '../state/choices.ts'
import { seek } from '../state/playhead.ts'
import { HEADLINE_TEXT } from '../words/headline.ts'
import { WORDS } from '../words/page.ts'
import './headline.css'

/** What the comparison shows, in a sentence, and what it is a comparison of. */
export function Headline({ comparison }: { readonly comparison: Comparison }) {
  const { firstDivergence, lanes, trace, limit, peak } = comparison
  const exact = lanes.every((lane) => lane.data.exact)
  return (
    <div className="headline">
      <h1 aria-live="polite">
        <LinkedTurns text={divergenceSentence(firstDivergence, lanes)} />
      </h1>
      <div className="under">
        <p className="about">
          {trace.title} · {counted(trace.turns, 'turn')} · {counted(trace.blocks, 'block')} ·{' '}
          {HEADLINE_TEXT.limit(whole(limit), share(limit / peak), tokens(peak, { exact }))}
          {trace.calibration !== null && ` · ${HEADLINE_TEXT.calibrated(trace.calibration.toFixed(2))}`}
        </p>
        <PictureChoice />
      </div>
      {trace.windows.length > 1 && <ContextChoice windows={trace.windows} />}
    </div>
  )
}

const PICTURES: readonly Picture[] = ['strata', 'lifelines']

/** Which picture of the blocks every lane shows. */
function PictureChoice() {
  const picture = useChoices((state) => state.picture)
  return (
    <fieldset className="choice picture">
      <legend className="unseen">{WORDS.picture}</legend>
      {PICTURES.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === picture}
          title={WORDS.pictureTitles[name]}
          onClick={() => {
            choose({ picture: name })
          }}
        >
          {WORDS.pictures[name]}
        </button>
      ))}
    </fieldset>
  )
}

/** Which of a log's contexts the pictures show: its main one, or that of a sub-agent. */
function ContextChoice({ windows }: { readonly windows: Comparison['trace']['windows'] }) {
  const window = useChoices((state) => state.window)
  return (
    <label className="context">
      {WORDS.window}
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
            {HEADLINE_TEXT.context(kind, id, turnName(opened))}
          </option>
        ))}
      </select>
    </label>
  )
}

import { useState } from 'react'
import { LOG_TEXT } from '../words/log.ts'
import { fetchSample, SAMPLES } from './samples.ts'
import type { Sample } from './samples.ts'
import { takeFiles } from './take-log.ts'

type State =
  | { readonly kind: 'fetching'; readonly label: string }
  | { readonly kind: 'failed'; readonly label: string; readonly found: string }

/** Logs to try the page with, one for each format. */
export function Samples() {
  const [state, setState] = useState<State | null>(null)
  const run = (sample: Sample): void => {
    const { label } = sample
    setState({ kind: 'fetching', label })
    fetchSample(sample)
      .then(async (file) => {
        setState(null)
        await takeFiles([file])
      })
      .catch((failure: unknown) => {
        setState({
          kind: 'failed',
          label,
          found: failure instanceof Error ? failure.message : String(failure),
        })
      })
  }
  return (
    <>
      <p className="samples">
        {LOG_TEXT.sample}
        {SAMPLES.map((sample) => (
          <button
            key={sample.format}
            type="button"
            className="link"
            onClick={() => {
              run(sample)
            }}
          >
            {sample.label}
          </button>
        ))}
      </p>
      {state?.kind === 'fetching' && <output className="note">{LOG_TEXT.fetching(state.label)}</output>}
      {state?.kind === 'failed' && (
        <p className="loss" role="alert">
          {LOG_TEXT.sampleFailed(state.label, state.found)}
        </p>
      )}
    </>
  )
}

import { useState } from 'react'
import { LOG_TEXT } from './words.ts'
import { fetchSample, SAMPLE_GROUPS, SAMPLES_OF } from './samples.ts'
import type { Sample } from './samples.ts'
import { takeFiles } from './take-log.ts'
import { Button } from '../../../ui/Button.tsx'
import { Text } from '../../../ui/Box.tsx'

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
      <h3>{LOG_TEXT.sample}</h3>
      <Text as="dl" size="small" className="samples">
        {SAMPLE_GROUPS.map((group) => (
          <div key={group}>
            <dt>{LOG_TEXT.sampleGroups[group]}</dt>
            {SAMPLES_OF[group].map((sample) => (
              <dd key={sample.format}>
                <Button
                  kind="link"
                  onClick={() => {
                    run(sample)
                  }}
                >
                  {sample.label}
                </Button>
                {sample.format in LOG_TEXT.sampleNotes && (
                  <span className="note"> {LOG_TEXT.sampleNotes[sample.format]}</span>
                )}
              </dd>
            ))}
          </div>
        ))}
      </Text>
      {state?.kind === 'fetching' && <output className="note">{LOG_TEXT.fetching(state.label)}</output>}
      {state?.kind === 'failed' && (
        <p className="loss" role="alert">
          {LOG_TEXT.sampleFailed(state.label, state.found)}
        </p>
      )}
    </>
  )
}

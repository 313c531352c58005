import { useState } from 'react'
import { LOG_TEXT } from './words.ts'
import { takeFiles } from './take-log.ts'
import { Button } from '../../../ui/Button.tsx'
import { Text } from '../../../ui/Box.tsx'
import { FORMAT_LABELS, SAMPLE_FILES } from './shown.ts'

/** A log shipped with the page. */
interface Sample {
  /** Name of its reader. */
  readonly format: string
  readonly label: string
  /** In `public/samples/`. */
  readonly file: string
}

/** Kinds of samples, in the order in which the page offers them. */
export const SAMPLE_GROUPS = Object.freeze(['agents', 'messages', 'texts'] as const)
type SampleGroup = (typeof SAMPLE_GROUPS)[number]

/** One sample for each known format: the same conversation, if the format keeps it small enough. */
export const SAMPLES_OF: Readonly<Record<SampleGroup, readonly Sample[]>> = Object.freeze({
  agents: samplesOf('agents'),
  messages: samplesOf('messages'),
  texts: samplesOf('texts'),
})

export const SAMPLES: readonly Sample[] = Object.freeze(SAMPLE_GROUPS.flatMap((group) => SAMPLES_OF[group]))

function samplesOf(group: SampleGroup): readonly Sample[] {
  return Object.entries(SAMPLE_FILES[group]).map(([format, file]) => ({
    format,
    label: FORMAT_LABELS[format] ?? format,
    file,
  }))
}

/**
 * Fetches a sample from the page's server, as a file like one that a person dropped.
 *
 * @throws Error that says what was received instead
 */
async function fetchSample({ file }: Sample): Promise<File> {
  const response = await fetch(new URL(`samples/${file}`, document.baseURI))
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`.trim())
  // Many hosts of single-page apps answer with the page itself if a file is missing.
  if (response.headers.get('content-type')?.startsWith('text/html') === true) {
    throw new Error('the server sent a page instead of the file')
  }
  return new File([await response.blob()], file)
}

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
      .then((file) => {
        setState(null)
        takeFiles([file])
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
      <Text as="dl" size="small" className="beside samples">
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

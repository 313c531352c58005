import { useState } from 'react'
import { LOG_TEXT } from '../words/log.ts'
import { fetchSample, SAMPLES } from './samples.ts'
import type { Sample } from './samples.ts'

/** Logs to try the page with, one for each format. */
export function Samples({ onFile }: { readonly onFile: (file: File) => void }) {
  const [failed, setFailed] = useState<{ readonly label: string; readonly found: string } | null>(null)
  const run = (sample: Sample): void => {
    setFailed(null)
    fetchSample(sample)
      .then(onFile)
      .catch((failure: unknown) => {
        setFailed({
          label: sample.label,
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
      {failed !== null && (
        <p className="loss" role="alert">
          {LOG_TEXT.sampleFailed(failed.label, failed.found)}
        </p>
      )}
    </>
  )
}

import { ChevronDown, ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { EDITOR_TEXT } from './words.ts'
import type { Finding } from './finding.ts'
import type { TextChange } from './text-change.ts'

/** What was found in the text, with where it is and what one click would do about it. */
export function ProblemList({
  findings,
  stale,
  onGo,
  onFix,
}: {
  readonly findings: readonly Finding[]
  /** Why the pictures do not show this text; null: they do, or will. */
  readonly stale: string | null
  readonly onGo: (finding: Finding) => void
  readonly onFix: (change: TextChange) => void
}) {
  const count = (kind: Finding['severity']): number =>
    findings.filter(({ severity }) => severity === kind).length
  const [chosen, setChosen] = useState<boolean | null>(null)
  const list = useId()
  // Hints are not wrong: the text has the room until somebody asks.
  const open = chosen ?? findings.some(({ severity }) => severity !== 'info')
  return (
    <section className="config-problems" aria-label={EDITOR_TEXT.list}>
      <p className="config-state">
        {findings.length > 0 && (
          <button
            type="button"
            className="icon-button small"
            aria-expanded={open}
            aria-controls={list}
            aria-label={open ? EDITOR_TEXT.hide : EDITOR_TEXT.show}
            onClick={() => {
              setChosen(!open)
            }}
          >
            {open ? (
              <ChevronDown size={14} aria-hidden="true" />
            ) : (
              <ChevronRight size={14} aria-hidden="true" />
            )}
          </button>
        )}
        <output className={count('error') > 0 ? 'loss' : undefined}>
          {EDITOR_TEXT.count(count('error'), count('warning'), count('info'))}
        </output>
        {stale !== null && <strong className="stale-badge">{stale}</strong>}
      </p>
      {findings.length > 0 && open && (
        <ul id={list}>
          {findings.map((finding) => {
            const { severity, message, line, column, from, fix } = finding
            return (
              <li key={`${severity} ${from} ${message}`} className={`is-${severity}`}>
                <button
                  type="button"
                  className="link"
                  title={EDITOR_TEXT.at(line, column)}
                  onClick={() => {
                    onGo(finding)
                  }}
                >
                  <span className={`line-mark is-${severity}`} aria-hidden="true" />
                  <span className="unseen">{EDITOR_TEXT.found[severity]}, </span>
                  <span className="at">
                    {line}:{column}
                  </span>
                  <span className="unseen">: </span>
                  <span className="message">{message}</span>
                </button>
                {fix !== null && (
                  <button
                    type="button"
                    className="plain fix"
                    onClick={() => {
                      onFix(fix.change)
                    }}
                  >
                    {fix.title}
                  </button>
                )}
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}

import { counted, whole } from '../../view/index.ts'
import type { Comparison } from '../../worker/protocol.ts'
import { LOG_TEXT } from '../words/log.ts'
import { Problems } from './Problems.tsx'

/** What a reader did with a log: records read, lines skipped, kinds passed over, what was filled in. */
export function IntakeNote({ comparison }: { readonly comparison: Comparison }) {
  const { intake, siblings, source } = comparison.trace
  if (source.kind !== 'log') return null
  const { records, problems, ignored, inferred } = intake
  const passed = ignored.reduce((sum, { count }) => sum + count, 0)
  const parts = [
    LOG_TEXT.records(counted(records, 'record'), source.name),
    problems.length > 0 ? LOG_TEXT.problems(counted(problems.length, 'problem')) : '',
    passed > 0 ? LOG_TEXT.ignored(whole(passed)) : '',
    inferred.length > 0 ? LOG_TEXT.inferred(whole(inferred.length)) : '',
  ].filter((part) => part !== '')
  const nothing = problems.length === 0 && passed === 0 && inferred.length === 0 && siblings.length === 0
  if (nothing) return <p className="intake">{parts.join(' · ')}</p>
  return (
    <details className="intake" open={problems.length > 0}>
      <summary>{parts.join(' · ')}</summary>
      {problems.length > 0 && <Problems problems={problems} />}
      {ignored.length > 0 && (
        <p>
          {LOG_TEXT.ignoredKinds} {ignored.map(({ kind, count }) => `${kind} (${whole(count)})`).join(', ')}
        </p>
      )}
      {inferred.length > 0 && (
        <ul>
          {inferred.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      {siblings.length > 0 && (
        <p>
          {LOG_TEXT.siblings} {siblings.join(', ')}
        </p>
      )}
    </details>
  )
}

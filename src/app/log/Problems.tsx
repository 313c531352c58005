import type { Problem } from '../../engine/index.ts'
import { LOG_TEXT } from '../words/log.ts'

const MOST = 50

/** Problems as a list: where, what, and what to do about it. */
export function Problems({ problems }: { readonly problems: readonly Problem[] }) {
  const keyed = problems.slice(0, MOST).map((problem, index) => ({ problem, key: `${index}` }))
  return (
    <ul className="problems">
      {keyed.map(({ problem, key }) => (
        <li key={key} data-code={problem.code}>
          <code>{problem.code}</code>
          {problem.line !== undefined && (
            <span className="place">{LOG_TEXT.place(problem.line, problem.column ?? 1)}</span>
          )}
          <span className="message">
            {problem.message}
            {problem.fix !== undefined && <span className="fix"> {fixOf(problem.fix)}</span>}
          </span>
        </li>
      ))}
      {problems.length > MOST && <li>{LOG_TEXT.moreProblems(problems.length - MOST)}</li>}
    </ul>
  )
}

/** A fix is a sentence, or the value that should stand there. */
function fixOf(fix: string): string {
  return fix.includes(' ') ? `${fix}${fix.endsWith('.') ? '' : '.'}` : LOG_TEXT.fix(fix)
}

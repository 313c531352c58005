import { counted, whole } from '../../view/index.ts'
import type { Comparison, TraceSummary } from '../../worker/protocol.ts'
import { useSession } from '../state/session.ts'
import { LOG_TEXT, SETUP_TEXT } from '../words/log.ts'
import { useDesk } from './desk.ts'
import { Problems } from './Problems.tsx'
import { SetupEditor } from './SetupEditor.tsx'
import { useLines } from './use-lines.ts'

/** Other conversations of a file that are named; the rest is counted. */
const MOST_NAMED = 20

/** What a reader did with a log: one line that opens to what was skipped, worked around, inferred and lacking. */
export function IntakeNote({ comparison }: { readonly comparison: Comparison }) {
  if (comparison.trace.source.kind !== 'log') return null
  return <Note comparison={comparison} />
}

function Note({ comparison }: { readonly comparison: Comparison }) {
  const { trace } = comparison
  const { problems, ignored, inferred } = trace.intake
  const source = useSession((state) => state.shown?.source ?? null)
  const lines = useLines(source, problems)
  const given = source?.kind === 'log' && source.setup !== undefined
  // What is in the boxes keeps them in place while the setup comes and goes.
  const written = useDesk((state) => source?.kind === 'log' && state.setups.has(source.id))
  const lacking = given || written || !trace.setup.system || trace.setup.tools === 0
  return (
    <details className="intake">
      <summary>
        {summaryOf(trace, given).map((part, index) => (
          <span key={part.text} className={part.strong ? 'strong' : ''}>
            {index > 0 && ' · '}
            {part.text}
          </span>
        ))}
      </summary>
      {problems.length > 0 && (
        <>
          <h2>{LOG_TEXT.workedAround}</h2>
          <Problems problems={problems} lines={lines} />
        </>
      )}
      {ignored.length > 0 && (
        <>
          <h2>{LOG_TEXT.ignoredTitle}</h2>
          <p>{ignored.map(({ kind, count }) => `${kind} (${whole(count)})`).join(', ')}</p>
        </>
      )}
      {inferred.length > 0 && (
        <>
          <h2>{LOG_TEXT.inferredTitle}</h2>
          <ul>
            {inferred.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </>
      )}
      <Siblings names={trace.siblings} />
      {lacking && <SetupEditor comparison={comparison} />}
    </details>
  )
}

interface Part {
  readonly text: string
  /** What a person may want to look at. */
  readonly strong: boolean
}

function summaryOf({ intake, source, siblings, setup }: TraceSummary, given: boolean): readonly Part[] {
  const { records, problems, ignored, inferred } = intake
  const passed = ignored.reduce((sum, { count }) => sum + count, 0)
  const quiet = (text: string): Part => ({ text, strong: false })
  const strong = (text: string): Part => ({ text, strong: true })
  const parts = [quiet(LOG_TEXT.records(counted(records, 'record'), source.name))]
  if (problems.length > 0) parts.push(strong(LOG_TEXT.problems(counted(problems.length, 'problem'))))
  if (passed > 0) parts.push(quiet(LOG_TEXT.ignored(whole(passed))))
  if (inferred.length > 0) parts.push(quiet(LOG_TEXT.inferred(whole(inferred.length))))
  if (siblings.length > 0) parts.push(quiet(LOG_TEXT.others(siblings.length)))
  if (given) parts.push(strong(SETUP_TEXT.given))
  if (setup.inferred > 0) parts.push(strong(lackingOf(setup)))
  return parts
}

function lackingOf({ system, tools }: TraceSummary['setup']): string {
  if (system) return SETUP_TEXT.lackingTools
  return tools > 0 ? SETUP_TEXT.lackingSystem : SETUP_TEXT.lacking
}

function Siblings({ names }: { readonly names: readonly string[] }) {
  if (names.length === 0) return null
  const more = names.length - MOST_NAMED
  return (
    <>
      <h2>{LOG_TEXT.siblingsTitle}</h2>
      <ul>
        {[...names.slice(0, MOST_NAMED).entries()].map(([place, name]) => (
          <li key={place}>{name}</li>
        ))}
        {more > 0 && <li>{LOG_TEXT.moreSiblings(more)}</li>}
      </ul>
    </>
  )
}

import { counted, decimal, share, whole } from '../../../../view/index.ts'
import type { Comparison, CounterFit, TraceSummary } from '../../../../worker/protocol.ts'
import { useSession } from '../../../store/run/session.ts'
import { FORMAT_LABELS } from './shown.ts'
import { READING_TEXT, SETUP_TEXT } from './reading-words.ts'
import { useDesk } from './desk.ts'
import { FormatChoice } from './FormatChoice.tsx'
import { Problems } from './Problems.tsx'
import { SetupEditor } from './SetupEditor.tsx'
import { useLines } from './use-lines.ts'
import type { Problem } from '../../../../engine/index.ts'
import { Text } from '../../../ui/Box.tsx'

/** What a reader did with a log: one line that opens to what was skipped, worked around, inferred and missing. */
export function IntakeNote({ comparison }: { readonly comparison: Comparison }) {
  const { trace } = comparison
  const { problems, ignored, inferred } = trace.intake
  const source = useSession((state) => state.shown?.source ?? null)
  const lines = useLines(source, problems)
  const given = source?.kind === 'log' && source.setup !== undefined
  // Text in the boxes keeps them visible while the setup is added and removed.
  const written = useDesk((state) => source?.kind === 'log' && state.setups.has(source.id))
  const { system, tools, inferred: unrecorded } = trace.setup
  const lacking = given || written || !system || tools === 0 || unrecorded > 0
  return (
    <Text as="details" size="small" tone="soft" className="intake">
      <summary>
        {summaryOf(trace, given).map((part, index) => (
          <span key={part.text} className={part.strong ? 'strong' : ''}>
            {index > 0 && ' · '}
            {part.text}
          </span>
        ))}
      </summary>
      <FormatChoice read={trace.source.name} />
      {problems.length > 0 && (
        <>
          <h2>{READING_TEXT.workedAround}</h2>
          <Problems problems={problems} lines={lines} />
        </>
      )}
      {ignored.length > 0 && (
        <>
          <h2>{READING_TEXT.ignoredTitle}</h2>
          <p>{ignored.map(({ kind, count }) => `${kind} (${whole(count)})`).join(', ')}</p>
        </>
      )}
      {inferred.length > 0 && (
        <>
          <h2>{READING_TEXT.inferredTitle}</h2>
          <ul>
            {inferred.map((sentence, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- two may read alike
              <li key={index}>{sentence}</li>
            ))}
          </ul>
        </>
      )}
      <Counts comparison={comparison} />
      {!lacking && (
        <>
          <h2>{READING_TEXT.beginningTitle}</h2>
          <p>{READING_TEXT.beginning(counted(tools, 'tool definition'))}</p>
        </>
      )}
      {lacking && <SetupEditor comparison={comparison} />}
    </Text>
  )
}

interface Part {
  readonly text: string
  /** Something that a person may want to check. */
  readonly strong: boolean
}

function summaryOf({ intake, source, setup, turns, cut }: TraceSummary, given: boolean): readonly Part[] {
  const { records, problems, ignored, inferred } = intake
  const passed = ignored.reduce((sum, { count }) => sum + count, 0)
  const quiet = (text: string): Part => ({ text, strong: false })
  const strong = (text: string): Part => ({ text, strong: true })
  const parts = [
    quiet(READING_TEXT.records(counted(records, 'record'), FORMAT_LABELS[source.name] ?? source.name)),
  ]
  if (cut !== null) parts.push(strong(READING_TEXT.onlyPart(turns, cut.turns)))
  parts.push(...troubles(problems).map(strong))
  if (passed > 0) parts.push(quiet(READING_TEXT.ignored(whole(passed))))
  if (inferred.length > 0) parts.push(quiet(READING_TEXT.inferred(whole(inferred.length))))
  if (given) parts.push(strong(SETUP_TEXT.given))
  if (setup.inferred > 0) parts.push(strong(lackingOf(setup)))
  return parts
}

function lackingOf({ system, tools }: TraceSummary['setup']): string {
  if (system) return SETUP_TEXT.lackingTools
  return tools > 0 ? SETUP_TEXT.lackingSystem : SETUP_TEXT.lacking
}

/** The errors of the counters against recorded usage. */
function Counts({ comparison }: { readonly comparison: Comparison }) {
  const { calibration, calls, fits, fit, windows } = comparison.trace
  const counter = useSession((state) => state.shown?.counter ?? null)
  const name = counter === null ? '' : READING_TEXT.counters[counter]
  return (
    <>
      <h2>{READING_TEXT.countsTitle}</h2>
      <p>
        {calibration === null ? (
          unfitted(comparison.trace, name)
        ) : (
          <>
            {READING_TEXT.fitted(counted(calls, 'call'), name, decimal(calibration, 2), windows.length > 1)}{' '}
            {READING_TEXT.errors(fits.map(errorOf).join(', '))}{' '}
            {fits.length === 1 && READING_TEXT.otherCounters}
          </>
        )}
      </p>
      {fit !== null && <p>{fitWords(fit).join(' ')}</p>}
    </>
  )
}

/** The scale of counts of a log without usage. */
function unfitted({ factor, model, intake }: TraceSummary, counter: string): string {
  const isLeftOut = intake.problems.some(({ code }) => code === 'bad-count')
  const none = isLeftOut ? READING_TEXT.noGoodUsage : READING_TEXT.noUsage
  if (factor === null) return READING_TEXT.notFitted(none, model)
  const { ratio, low, high, family } = factor
  return READING_TEXT.byFactor(
    none,
    counter,
    decimal(ratio, 2),
    family.label,
    READING_TEXT.factorRange(decimal(low, 2), decimal(high, 2)),
    READING_TEXT.factorMeasured(counted(family.calls, 'call'), counted(family.logs, 'log'), family.dated),
  )
}

/** The error of the counts without fitting, and the blocks for unexplained tokens. */
function fitWords({
  heldOut,
  unexplained,
  unexplainedShare,
  lost,
}: NonNullable<TraceSummary['fit']>): readonly string[] {
  const words: string[] = [READING_TEXT.follows]
  if (heldOut !== null) {
    const { calls, median, p95, peak } = heldOut
    words.push(READING_TEXT.heldOut(counted(calls, 'call'), share(median), share(p95), share(Math.abs(peak))))
  }
  words.push(
    unexplained === 0
      ? READING_TEXT.explained
      : READING_TEXT.unexplained(whole(unexplained), share(unexplainedShare)),
  )
  if (lost < 0) words.push(READING_TEXT.lost(whole(-lost)))
  return words
}

/** A counter's error as a share of recorded usage. */
function errorOf({ counter, error }: CounterFit): string {
  const size = share(Math.abs(error))
  const words =
    Math.abs(error) < LEAST_ERROR
      ? READING_TEXT.right
      : error < 0
        ? READING_TEXT.less(size)
        : READING_TEXT.more(size)
  return READING_TEXT.error(READING_TEXT.counters[counter], words)
}

/** Half of the last digit shown. */
const LEAST_ERROR = 0.0005

/** Numbers of broken lines that are listed; the rest is counted. */
const MOST_LINES = 3

/**
 * A short summary of what a reader left out or worked around: missing lines, each with its number, a missing end, and
 * the number of other problems.
 */
export function troubles(problems: readonly Problem[]): readonly string[] {
  const broken = problems.filter(({ code }) => code === 'broken-line')
  const cutOff = problems.find(({ code }) => code === 'cut-off')
  const unlisted = problems.some(({ code }) => code === 'more-problems')
  const others = problems.length - broken.length - (cutOff === undefined ? 0 : 1) - (unlisted ? 1 : 0)
  const words: string[] = []
  if (broken.length > 0) {
    const named = broken.slice(0, MOST_LINES).map(({ line }) => line ?? 1)
    const lines = READING_TEXT.lines(named, broken.length - named.length)
    words.push(READING_TEXT.broken(counted(broken.length, 'broken line'), lines))
  }
  if (cutOff !== undefined) words.push(READING_TEXT.cutOff(cutOff.line ?? 1, cutOff.column ?? 1))
  if (others > 0) words.push(READING_TEXT.problems(counted(others, 'problem')))
  if (unlisted) words.push(READING_TEXT.brokenUnlisted)
  return words
}

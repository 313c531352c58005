import { ProblemError } from '../../../engine/index.ts'
import type { Json, Part, Place, Problem, ToolResultPart } from '../../../engine/index.ts'
import type { IntakeReport } from '../../trace/trace.ts'
import { cut, shown, MAX_LISTED, MAX_PARTS } from '../json/guard.ts'
import { offsetsOf } from '../json/locate.ts'
import { placesOf } from '../json/parse.ts'
import type { Log } from './reader.ts'

/** Kinds of ignored records that are counted separately; later ones are counted together. */
const MAX_KINDS = 200

/** Collects what a reader ignores, skips and infers while it reads one conversation. */
export class Report {
  readonly #listed: Problem[]
  #unlisted: number
  #parts = 0
  readonly #ignored = new Map<string, number>()
  readonly #inferred: string[] = []
  /** Parts of tools that the provider runs itself, by kind. */
  readonly #hosted = new Map<string, number>()
  /** Paths of problems whose line is looked up on demand, in a text that is a single JSON value. */
  readonly #paths = new Map<Problem, string>()
  readonly #told = new Set<string>()
  readonly #standing = new WeakMap<Part, { readonly path: string; readonly place: Place | null }>()
  #place: Place | null = null
  readonly #text: string

  constructor(log: Log) {
    this.#listed = [...log.skipped]
    this.#unlisted = log.unlisted
    this.#text = log.text
  }

  /**
   * Line and column for the following problems; null if the text is a single JSON value and their path gives the place.
   */
  at(place: Place | null): void {
    this.#place = place
  }

  /** A value of the wrong type, skipped: `path` is where (`messages[3].content[1].text`), `found` the value. */
  mismatch(path: string, expected: string, found: Json | undefined): void {
    const message = `${path} must be ${expected}, but is ${shown(found)}`
    this.#warn('wrong-type', path, { message, expected, found: shown(found) })
  }

  /** A list of messages without any message, if there is nothing else to read. */
  empty(path: string): void {
    const message = `${path} is an empty list, and a log must hold at least one message`
    const fix = 'Check that the whole log was exported, or choose another conversation or file.'
    this.#warn('empty-list', path, { message, expected: 'at least one message', found: '[]', fix })
  }

  /**
   * An impossible token count in the record: `why` says what it is and what is left out for it. `isRepeated`: other
   * records have the same one, and only the first is reported.
   */
  miscount(path: string, why: string, expected: string, found: string, isRepeated: boolean): void {
    const message = `${path} ${why}`
    if (isRepeated && this.#told.has(message)) return
    if (isRepeated) this.#told.add(message)
    this.#warn('bad-count', path, { message, expected, found })
  }

  /** Arguments of a call that begin like JSON and are not valid: the model sees them unchanged. */
  brokenArguments(path: string, found: string): void {
    const message = `${path} is ${shown(found)}, which is not complete JSON (cut off?); it is kept as text`
    this.#warn('broken-arguments', path, { message, expected: 'JSON', found: shown(found) })
  }

  /** Records the place of a call or a result, for reports that need all of them. */
  stands<P extends Part>(part: P, path: string): P {
    this.#standing.set(part, { path, place: this.#place })
    return part
  }

  /**
   * Two calls, or two results, with one id. What happened to the second: `kept` beside the first, or `left out`.
   *
   * @param count how many share the id in all
   */
  sharedId(
    kind: 'call' | 'result',
    id: string,
    first: Part,
    second: Part,
    became: 'kept' | 'left out',
    count = 2,
  ): void {
    const before = this.#standing.get(first)
    const here = this.#standing.get(second) ?? { path: 'the log', place: null }
    this.#place = here.place
    const whose = kind === 'call' ? 'holds a second call with' : 'holds a second result for'
    const other =
      before === undefined ? '' : ` (the first: ${before.place ? `line ${before.place.line}` : before.path})`
    const kept = count > 2 ? `all ${count} ${kind}s with it are kept` : 'both are kept'
    const message = `${here.path} ${whose} the id ${shown(id)}${other}; ${became === 'kept' ? kept : 'it is left out'}`
    this.#warn('shared-id', here.path, { message, expected: `one ${kind} for each id`, found: shown(id) })
  }

  /** A result that duplicates an earlier one: a copy, or a different one with the same id, which is reported. */
  secondResult(first: ToolResultPart, second: ToolResultPart): void {
    if (JSON.stringify(first.content) === JSON.stringify(second.content)) this.ignore('copy of a result')
    else this.sharedId('result', second.tool_use_id, first, second, 'left out')
  }

  /** Records skipped on purpose. */
  ignore(kind: string, count = 1): void {
    const name = cut(kind, 60)
    const known = this.#ignored.has(name) || this.#ignored.size < MAX_KINDS ? name : 'others'
    this.#ignored.set(known, (this.#ignored.get(known) ?? 0) + count)
  }

  /**
   * A call or a result of a tool that the provider runs itself. Both stand in one reply, which pairing rules do not
   * allow, so they are read as text of the reply: counted and visible.
   */
  hosted(kind: string): void {
    const name = cut(kind, 60)
    const known = this.#hosted.has(name) || this.#hosted.size < MAX_KINDS ? name : 'others'
    this.#hosted.set(known, (this.#hosted.get(known) ?? 0) + 1)
  }

  /** Counts content blocks; throws a ProblemError beyond MAX_PARTS. */
  countParts(count: number): void {
    this.#parts += count
    if (this.#parts <= MAX_PARTS) return
    throw new ProblemError([
      {
        severity: 'error',
        code: 'too-many-parts',
        message: `a conversation may hold ${MAX_PARTS} content blocks, but this one holds at least ${this.#parts}`,
        expected: `at most ${MAX_PARTS}`,
        found: String(this.#parts),
      },
    ])
  }

  infer(sentence: string): void {
    this.#inferred.push(sentence)
  }

  /** `infer` for what is true of many parts: the sentence stands once. */
  inferOnce(sentence: string): void {
    if (!this.#inferred.includes(sentence)) this.#inferred.push(sentence)
  }

  get problems(): readonly Problem[] {
    const listed = this.#located()
    if (this.#unlisted === 0) return listed
    const message = `${listed.length} problems are listed, but there are ${listed.length + this.#unlisted}`
    return [...listed, { severity: 'note', code: 'more-problems', message }]
  }

  /** The report as a trace carries it; `records` is the number of records read. */
  finish(records: number): IntakeReport {
    const ignored = [...this.#ignored].map(([kind, count]) => ({ kind, count }))
    ignored.sort((a, b) => (a.kind < b.kind ? -1 : a.kind > b.kind ? 1 : 0))
    const hosted = [...this.#hosted].map(([kind, count]) => `${count} ${kind}`).join(', ')
    const own = hosted === '' ? [] : [`Tools run by the provider are shown as text of the reply: ${hosted}.`]
    return { records, problems: this.problems, ignored, inferred: [...own, ...this.#inferred] }
  }

  /** `path` is looked up in the text where no place is known. */
  #warn(code: string, path: string, told: Pick<Problem, 'message' | 'expected' | 'found' | 'fix'>): void {
    const place = this.#place && { line: this.#place.line, column: this.#place.column }
    const problem: Problem = { severity: 'warning', code, ...told, ...place }
    if (!this.#place) this.#paths.set(problem, path)
    this.#add(problem)
  }

  #add(problem: Problem): void {
    if (this.#listed.length >= MAX_LISTED) this.#unlisted += 1
    else this.#listed.push(problem)
  }

  /** The listed problems; those with only a path get their place, all in one walk through the text. */
  #located(): readonly Problem[] {
    const paths = this.#listed.flatMap((problem) => this.#paths.get(problem) ?? [])
    const places = placesOf(this.#text, offsetsOf(this.#text, paths))
    let next = 0
    return this.#listed.map((problem) =>
      this.#paths.has(problem) ? { ...problem, ...places[next++] } : problem,
    )
  }
}

import { endsOfPaths, namedNumbers, NUMBER_WORDS, pathsOf, strongTokens } from '../../../engine/internal.ts'
import type { BlockType, WindowId } from '../../../engine/index.ts'
import type { Intake } from '../../trace/intake.ts'
import type { Analysis } from './analysis.ts'
import type { Probed, ProbedKind } from './curves.ts'
import { formsOf } from './evidence.ts'
import { filesOf } from './look.ts'
import { unseenOf } from './unseen.ts'

const KIND_OF_STATEMENT: Readonly<Record<string, ProbedKind>> = {
  goal: 'goal',
  constraint: 'constraint',
  decision: 'decision',
  file: 'artifact',
  number: 'number',
  current: 'continuation',
  next: 'continuation',
  error: 'fact',
  fix: 'fact',
  open: 'fact',
  learning: 'fact',
}

/** Blocks between two steps. */
const STEP = 64

/** What the extraction of statements finds in a log; of statements about the same, the newest holds. */
export function* statedIn(intake: Intake, analysis: Analysis): Generator<null, readonly Probed[], void> {
  const newest = new Map<string, { readonly probe: Probed; readonly text: string }>()
  const asked = new Set<WindowId>()
  const probes: Probed[] = []
  const files = new Set<string>()
  for (const { id } of intake.blocks) {
    if (id % STEP === 0) yield null
    for (const { kind, text } of analysis.statements(id))
      if (KIND_OF_STATEMENT[kind] === 'artifact')
        for (const path of pathsOf(text)) if (!path.includes('://')) files.add(path)
  }
  const ends = endsOfPaths(files, intake.trace.source.folder)
  for (const block of intake.blocks) {
    const { id, turn, window, type } = block
    if (id % STEP === 0) yield null
    for (const { kind: stated, text, key, spoken } of analysis.statements(id)) {
      const own = KIND_OF_STATEMENT[stated]
      if (own === undefined || spoken === true) continue
      const evidence = evidenceOf(own, text, ends)
      const place = `${window} ${stated} ${key}`
      const before = newest.get(place)
      if (before !== undefined && wordingOf(before.probe.evidence) === wordingOf(evidence)) continue
      if (before !== undefined) before.probe.until = turn
      const isChanged = before !== undefined && hasOtherValue(own, type, before.text, text)
      const isSide = own === 'constraint' && asked.has(window)
      const probe: Probed = {
        kind: isChanged ? 'changed' : isSide ? 'side_constraint' : own,
        source: id,
        turn,
        window,
        evidence,
        outdated: isChanged ? before.probe.evidence : [],
        unseen: unseenOf(block, (call) => filesOf(intake, call)),
        until: Infinity,
      }
      newest.set(place, { probe, text })
      probes.push(probe)
    }
    if (type === 'user_message') asked.add(window)
  }
  return probes
}

/**
 * What shows that a statement is there: its words, because the names in it stand in many other texts; of a file the end
 * of its path that tells it from the others, because a summary seldom has the folders above; and of numbers that are
 * rare enough the numbers with the names beside them.
 */
function evidenceOf(kind: ProbedKind, text: string, ends: ReadonlyMap<string, string>): readonly string[] {
  if (kind === 'artifact') {
    const paths = [...new Set(pathsOf(text).map((path) => ends.get(path) ?? path))]
    return paths.length > 0 ? paths : [text]
  }
  const strong = [...new Set(strongTokens(text).map((token) => token.text))]
  const isTold =
    kind === 'number' &&
    namedNumbers(text).every(({ value }) => strong.some((token) => token.includes(value)))
  return isTold && strong.length > 0 ? strong : [text]
}

const VALUED: ReadonlySet<ProbedKind> = new Set(['goal', 'constraint', 'decision', 'number'])

/**
 * Whether a statement says another value of the same thing than the one before it. What comes next, what failed and what
 * a file has is told anew all the time, and is no value. What a user did not say has lines, seeds and places: of it only
 * what a name of a program is set to.
 */
function hasOtherValue(kind: ProbedKind, by: BlockType, before: string, text: string): boolean {
  if (!VALUED.has(kind)) return false
  if (kind !== 'number') return valuesIn(before).join() !== valuesIn(text).join()
  const old = new Map(namedNumbers(before).map(({ name, value }) => [name, value]))
  const names = new Set(
    strongTokens(text).flatMap(({ kind: of, text: name }) => (of === 'name' ? [keyOf(name)] : [])),
  )
  return namedNumbers(text).some(({ name, value, assigned }) => {
    const known = old.get(name)
    return known !== undefined && known !== value && (by === 'user_message' || (assigned && names.has(name)))
  })
}

/** A name as `namedNumbers` gives it. */
function keyOf(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
}

function valuesIn(text: string): readonly string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter(
    (word) => /^\d/.test(word) || NUMBER_WORDS.has(word),
  )
}

function wordingOf(evidence: readonly string[]): string {
  return evidence.map((one) => formsOf(one)[0]).join('\n')
}

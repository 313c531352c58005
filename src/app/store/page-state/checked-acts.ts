import { ProblemError } from '../../../engine/index.ts'
import type { PartialConfig } from '../../../config/index.ts'
import type { Intervention } from '../../../sim/index.ts'
import type { ForkChoice } from '../choice/choices.ts'
import type { Declarations } from '../choice/declarations.ts'
import { MOST_FORKS } from '../choice/forks.ts'
import { isCount, isName, isPlain, isText, listOf, LONGEST_TEXT, orNull, plainCopy } from './plain.ts'
import type { Findings, Plain } from './plain.ts'

type CheckSettings = (value: unknown, at: string) => PartialConfig | null

/** The settings without those that have an error; null if there are none. */
export function settingsOf(
  value: unknown,
  at: string,
  below: PartialConfig,
  { completeConfig, overlaid }: Declarations,
  found: Findings,
): PartialConfig | null {
  const copy = plainCopy(value)
  if (!isPlain(copy)) {
    found.wrong(at, value, 'settings by their names', 'they are ignored')
    return null
  }
  let left: Plain = copy
  // Each round leaves out at least one wrong setting.
  for (;;) {
    try {
      completeConfig(overlaid(below, left))
      return left
    } catch (failure) {
      if (!(failure instanceof ProblemError)) throw failure
      let next: Plain = left
      for (const problem of failure.problems) {
        if (problem.severity !== 'error') continue
        found.problems.push({
          ...problem,
          severity: 'warning',
          code: 'state-setting',
          message: `${at}: ${problem.message}; the preset’s value is used`,
        })
        next = without(next, 'path' in problem && Array.isArray(problem.path) ? problem.path.map(String) : [])
      }
      // A law about several settings, of which none is among these.
      if (JSON.stringify(next) === JSON.stringify(left)) return null
      left = next
    }
  }
}

/** Plain data without the value at a path; a list loses all of its items. */
function without(value: Plain, path: readonly string[]): Plain {
  const [key, ...rest] = path
  if (key === undefined) return {}
  const inner = value[key]
  const { [key]: _, ...others } = value
  return rest.length > 0 && isPlain(inner) ? { ...others, [key]: without(inner, rest) } : others
}

export function actsOf(
  value: unknown,
  at: string,
  settings: CheckSettings,
  found: Findings,
): readonly Intervention[] {
  return listOf(value, at, found).flatMap(
    (one, index) => actOf(one, `${at}[${index}]`, settings, found) ?? [],
  )
}

function actOf(value: unknown, at: string, settings: CheckSettings, found: Findings): Intervention | null {
  const wrong = (place: string, one: unknown, expected: string): null => {
    found.wrong(place, one, expected, 'the act is left out')
    return null
  }
  if (!isPlain(value)) return wrong(at, value, 'an act')
  const { turn, kind, block, text, of, config } = value
  if (!isCount(turn)) return wrong(`${at}.turn`, turn, 'a turn, counted from 0')
  switch (kind) {
    case 'compact':
    case 'reset':
      return { turn, kind }
    case 'pin':
    case 'unpin':
    case 'confirm':
    case 'reject':
      return isCount(block) ? { turn, kind, block } : wrong(`${at}.block`, block, 'a block')
    case 'edit': {
      if (!isCount(block)) return wrong(`${at}.block`, block, 'a block')
      if (text === undefined) {
        found.lacks(at, `block ${block} keeps its own text in turn ${turn}`)
        return null
      }
      if (!isText(text) || text.trim() === '' || text.length > LONGEST_TEXT)
        return wrong(`${at}.text`, text, 'the new text of a block')
      if (of === undefined) return { turn, kind, block, text }
      if (!isPlain(of) || !isName(of['type']) || !isCount(of['turn']))
        return wrong(`${at}.of`, of, 'a type and a turn')
      // A type that does not exist matches no block, and the run says so.
      const made = { type: of['type'], turn: of['turn'] } as NonNullable<
        Extract<Intervention, { kind: 'edit' }>['of']
      >
      return { turn, kind, block, text, of: made }
    }
    case 'set': {
      const set = settings(config, `${at}.config`)
      return set === null ? null : { turn, kind, config: set }
    }
    default:
      return wrong(`${at}.kind`, kind, 'a known act')
  }
}

/** Whether these acts are none that are wrong: an edit without its text, or no acts. */
function hadText(acts: unknown): boolean {
  return (
    Array.isArray(acts) &&
    acts.every((act) => isPlain(act) && act['kind'] === 'edit' && act['text'] === undefined)
  )
}

/** Not part of the names of lanes, which a tilde separates from them. */
const FORK_ID = /^[A-Za-z0-9_-]{1,40}$/

export function forksOf(
  value: unknown,
  at: string,
  settings: CheckSettings,
  found: Findings,
): readonly ForkChoice[] {
  const given = listOf(value, at, found)
  if (given.length > MOST_FORKS)
    found.wrong(at, given.length, `at most ${MOST_FORKS} forks`, 'the others are left out')
  const ids = new Set<string>()
  return given.slice(0, MOST_FORKS).flatMap((one, index) => {
    const place = `${at}[${index}]`
    const wrong = (where: string, is: unknown, expected: string): readonly ForkChoice[] => {
      found.wrong(where, is, expected, 'the fork is left out')
      return []
    }
    if (!isPlain(one)) return wrong(place, one, 'a fork')
    const { id, name, turn } = one
    if (!isText(id) || !FORK_ID.test(id) || ids.has(id)) return wrong(`${place}.id`, id, 'an id of its own')
    if (!isCount(turn)) return wrong(`${place}.turn`, turn, 'a turn, counted from 0')
    const acts = actsOf(one['acts'], `${place}.acts`, settings, found)
    // Where a text was all that it did, a link has nothing of it.
    if (acts.length === 0 && !hadText(one['acts']))
      return wrong(`${place}.acts`, one['acts'], 'what the fork does')
    const called = orNull(name, `${place}.name`, isName, 'a name', found)
    ids.add(id)
    return [{ id, name: called, turn, acts }]
  })
}

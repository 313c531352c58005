import { policies, ProblemError } from '../engine/index.ts'
import { named, CASCADE_STEPS } from '../engine/internal.ts'
import type { Policy, SettingsSpec } from '../engine/index.ts'
import type { Config, PartialConfig } from './config.ts'
import { configSpec, specFor } from './declaration.ts'
import { COMPACTION, ladderOf, rungsOf } from './ladder.ts'
import { laws } from './laws.ts'
import type { Law } from './laws.ts'
import { createReport } from './problem.ts'
import type { Report, SettingProblem } from './problem.ts'
import { isMapping } from './mapping.ts'
import { readSettings } from './read.ts'
import type { Mapping } from './mapping.ts'
import { checkSteps } from './step.ts'
import { dotted, findingOf } from './wording.ts'

/**
 * Fills in the defaults of a hand-written config, at every depth: `completeConfig({ strategy: 'unmanaged' })`. Values
 * are checked as in a YAML text; a complete config stays equal.
 *
 * @throws ProblemError with every error, by path
 */
export function completeConfig(partial: PartialConfig): Config {
  const { config, problems } = checkConfig(partial)
  const errors = problems.filter((problem) => problem.severity === 'error')
  if (errors.length > 0) throw new ProblemError(errors)
  return config
}

/**
 * Checks plain data and fills in defaults. A value with an error is replaced by its default; callers decide whether to
 * use the config.
 *
 * @param all constraints between settings; by default those whose breach can be an error
 */
export function checkConfig(
  value: unknown,
  all: readonly Law[] = laws,
): { config: Config; problems: readonly SettingProblem[] } {
  const report = createReport()
  let written: Mapping = {}
  if (isMapping(value)) written = value
  else if (value !== null && value !== undefined) notAMapping(value, report)
  const policy = policyIn(written)
  const owner = policy === null ? null : ownerOfWeights(written, policy)
  const settings: unknown = readSettings(specOf(written, owner), written, [], report)
  // The declarations define the keys and their kinds; `Config` tells the compiler the same.
  let config = withCompactionRung(settings as Config, written)
  if (policy !== null && owner !== null && owner !== policy) {
    report.add(weightsIgnored(policy, owner))
    config = { ...config, eviction: { ...config.eviction, weights: null } }
  }
  for (const law of all) law(config, written, report)
  checkSteps(config, report, all)
  return { config, problems: report.problems.map(withRightPlace) }
}

function notAMapping(value: unknown, report: Report): void {
  report.add({
    severity: 'error',
    code: 'not-a-mapping',
    message: `A config is a mapping of keys to values, but this is ${findingOf(value)}`,
    path: [],
    at: 'value',
    expected: 'a mapping',
    found: findingOf(value),
  })
}

/** The policy that the weights belong to; null if its name is wrong. */
function policyIn(written: Mapping): Policy | null {
  const eviction = written['eviction']
  const name = isMapping(eviction) ? eviction['policy'] : undefined
  const chosen = name === undefined ? defaultPolicy() : name
  return typeof chosen === 'string' ? (named(policies, chosen) ?? null) : null
}

function defaultPolicy(): unknown {
  const { eviction } = configSpec
  const policy = eviction?.kind === 'group' ? eviction.settings['policy'] : undefined
  return policy?.kind === 'choice' ? policy.default : undefined
}

/**
 * The policy whose signals the written weights name. If only the policy is changed, the old weights stay in the text:
 * if they are the complete set of another policy's signals and cannot be this one's, they are ignored with a warning
 * instead of refused. Otherwise they are read as this policy's.
 */
function ownerOfWeights(written: Mapping, policy: Policy): Policy {
  const eviction = written['eviction']
  const weights = isMapping(eviction) ? eviction['weights'] : undefined
  if (!isMapping(weights)) return policy
  const names = Object.keys(weights)
  if (names.every((name) => signalsOf(policy).includes(name))) return policy
  const owner = Object.values(policies).find((other) => {
    const signals = signalsOf(other)
    return signals.length === names.length && signals.every((signal) => names.includes(signal))
  })
  return owner ?? policy
}

function weightsIgnored(policy: Policy, owner: Policy): SettingProblem {
  return {
    severity: 'warning',
    code: 'weights-ignored',
    message: `The policy ${policy.name} does not use these weights, which belong to ${owner.name}`,
    path: ['eviction', 'weights'],
    at: 'key',
    expected: `weights of ${signalsOf(policy).join(', ')}`,
    found: `weights of ${owner.name}`,
  }
}

function signalsOf(policy: Policy): readonly string[] {
  return policy.terms.map((term) => term.signal.name)
}

/** Once one weight is written, the policy's own fill in the others; until then they stay null. */
function specOf(written: Mapping, policy: Policy | null): SettingsSpec {
  const eviction = written['eviction']
  return policy !== null && isMapping(eviction) && isMapping(eviction['weights'])
    ? specFor(policy)
    : configSpec
}

/**
 * “Agent Context Window Management” has a separate key for the compaction threshold. Without a written cascade, its
 * cascade step moves there; a written cascade wins (COMP-2).
 */
function withCompactionRung(config: Config, written: Mapping): Config {
  const { compression } = written
  if (!isMapping(compression) || compression['cascade'] !== undefined) return config
  const rungs = rungsOf(config.compression.cascade).map((rung) =>
    rung.step === COMPACTION ? { ...rung, at: config.compression.compaction_utilization_threshold } : rung,
  )
  const cascade = ladderOf(rungs, CASCADE_STEPS) as Config['compression']['cascade']
  return { ...config, compression: { ...config.compression, cascade } }
}

/** A key of another section was probably written into the wrong one. */
function withRightPlace(problem: SettingProblem): SettingProblem {
  const key = problem.path.at(-1)
  if (problem.code !== 'unknown-key' || problem.fix !== undefined || key === undefined) return problem
  const home = homeOf(key, configSpec, [])
  return home === null ? problem : { ...problem, expected: `${key} in ${home}` }
}

function homeOf(key: string, spec: SettingsSpec, path: readonly string[]): string | null {
  for (const [name, setting] of Object.entries(spec)) {
    if (name === key && path.length > 0) return dotted(path)
    const home = setting.kind === 'group' ? homeOf(key, setting.settings, [...path, name]) : null
    if (home !== null) return home
  }
  return null
}

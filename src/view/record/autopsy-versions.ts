import type { Autopsy, CompactionAutopsy, Tally } from '../../sim/index.ts'
import { tallyOf } from '../../sim/index.ts'
import { counted } from '../sentence/format.ts'
import type { CsvCell } from './csv.ts'

/** A log with its conversations. */
export interface AutopsiedLog {
  readonly name: string
  readonly autopsies: readonly Autopsy[]
}

/** What the compactions of one version of a client did to rules, over several logs. */
export interface VersionRow {
  readonly id: string
  readonly client: string
  readonly version: string | null
  readonly logs: number
  readonly compactions: number
  /** Rules that the user gave, counted once for each compaction that they were before. */
  readonly user: Tally
  /** Those that the client injected. */
  readonly injected: Tally
}

/** What is said of conversations that are there more than once; '' for none. */
export function copiedSentence(logs: readonly AutopsiedLog[]): string {
  const all = logs.flatMap(({ autopsies }) => autopsies.filter(({ compactions }) => compactions.length > 0))
  const copies = all.length - new Set(all.map(identityOf)).size
  return copies === 0
    ? ''
    : `${counted(copies, 'conversation')} ${copies === 1 ? 'is a copy' : 'are copies'} of another one and ${copies === 1 ? 'is' : 'are'} left out.`
}

/** By client and version; logs without a compaction have no row, and copies count once. */
export function versionRows(logs: readonly AutopsiedLog[]): readonly VersionRow[] {
  const seen = new Set<string>()
  const groups = new Map<string, { logs: Set<AutopsiedLog>; client: string; of: CompactionAutopsy[] }>()
  for (const log of logs)
    for (const autopsy of log.autopsies) {
      const { client, compactions } = autopsy
      const identity = identityOf(autopsy)
      if (seen.has(identity)) continue
      seen.add(identity)
      for (const compaction of compactions) {
        const id = JSON.stringify([client, compaction.version])
        const group = groups.get(id) ?? { logs: new Set(), client, of: [] }
        groups.set(id, group)
        group.logs.add(log)
        group.of.push(compaction)
      }
    }
  const rows = [...groups].map(([id, { logs: own, client, of }]): VersionRow => {
    const rules = of.flatMap(({ items }) => items.filter(({ kind }) => kind === 'rule'))
    return {
      id,
      client,
      version: of[0]?.version ?? null,
      logs: own.size,
      compactions: of.length,
      user: tallyOf(rules.filter(({ by }) => by === 'user')),
      injected: tallyOf(rules.filter(({ by }) => by === 'client')),
    }
  })
  return rows.toSorted(
    (a, b) =>
      byText(a.client, b.client) ||
      byVersion(partsOf(a.version), partsOf(b.version)) ||
      byText(a.version ?? '', b.version ?? ''),
  )
}

/** A copy has the same content, and was written by the same versions of the same client. */
function identityOf({ hash, client, compactions }: Autopsy): string {
  return JSON.stringify([hash, client, compactions.map(({ version }) => version)])
}

function byText(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1
}

/** `2.1.9` is before `2.1.38`; what the log does not tell comes first. */
function byVersion(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((part, index) => part !== b[index])
  return at < 0 ? a.length - b.length : (a[at] ?? 0) - (b[at] ?? -1)
}

function partsOf(version: string | null): readonly number[] {
  return (version?.match(/\d+/g) ?? []).map(Number)
}

/** The table by version, for a file. */
export function versionSheet(rows: readonly VersionRow[]): readonly (readonly CsvCell[])[] {
  const figures = ({
    all,
    kept,
    weakened,
    gone,
    unknown,
    saidAgain,
    sentAgain,
    checkable,
    broken,
  }: Tally) => [all, kept, weakened, gone, unknown, saidAgain, sentAgain, checkable, broken]
  const heads = (of: string) =>
    [
      'found',
      'kept',
      'weakened',
      'gone',
      'not known',
      'lost and said again',
      'lost and added again',
      'lost and checkable',
      'lost and contradicted',
    ].map((head) => `${of} rules ${head}`)
  return [
    ['client', 'version', 'logs', 'compactions', ...heads('user'), ...heads('injected')],
    ...rows.map(({ client, version, logs, compactions, user, injected }) => [
      client,
      version,
      logs,
      compactions,
      ...figures(user),
      ...figures(injected),
    ]),
  ]
}

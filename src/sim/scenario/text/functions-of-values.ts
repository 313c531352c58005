import type { FunctionTemplate } from './function-template.ts'

/** Functions that look at values and return values: grouping, checking, mapping, adding up. */
export const FUNCTIONS_OF_VALUES: readonly FunctionTemplate[] = Object.freeze([
  {
    names: ['group$EsBy$Str1', 'bucket$EsBy$Str1', 'index$EsBy$Str1'],
    code: String.raw`
/** ‹Groups rows by $str1, keeping the order in which the groups were first seen.¦One bucket per $str1. Rows without one end up under the empty string.› */
export function $fn(rows: readonly $E[]): Map<string, $E[]> {
  const groups = new Map<string, $E[]>()
  for (const row of rows) {
    const key = row.$str1‹.trim()¦.toLowerCase()¦ ?? ''›
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [row])
    else group.push(row)
  }
  return groups
}`,
  },
  {
    names: ['assert$EShape', 'check$EInput', 'validate$EPayload'],
    code: String.raw`
export function $fn(input: unknown): asserts input is $EInput {
  if (typeof input !== 'object' || input === null) {
    throw new ValidationError('$CODE', 'expected an object')
  }
  const candidate = input as Record<string, unknown>
  if (typeof candidate.$str1 !== 'string' || candidate.$str1.length > $m1) {
    throw new ValidationError('$CODE', '$str1 must be a string of at most $m1 characters')
  }
  if (!Number.isSafeInteger(candidate.$num1) || (candidate.$num1 as number) < ‹0¦1›) {
    throw new ValidationError('$CODE', '$num1 must be a ‹non-negative¦positive› integer')
  }
‹  if (candidate.$flag1 !== undefined && typeof candidate.$flag1 !== 'boolean') {
    throw new ValidationError('$CODE', '$flag1 must be true or false')
  }
¦›}`,
  },
  {
    names: ['parse$ERow', 'read$ERow', 'row$EFromDatabase'],
    code: String.raw`
/** Columns come back in snake case and numbers as strings; see the driver's type parser notes. */
export function $fn(row: Record<string, string | null>): $E {
  return {
    id: need(row, '$TABLE.id'),
    $str1: need(row, '$str1'),
    $str2: row.$str2 ?? '',
    $num1: Number.parseInt(need(row, '$num1'), 10),
    $num2: Number.parseInt(row.$num2 ?? '0', 10),
    $time1: parseUtc(need(row, '$time1')),
    $flag1: row.$flag1 === 't',
    status: to$EStatus(row.status ?? '$st1'),
  }
}`,
  },
  {
    names: ['to$EView', 'present$E', 'to$EResponse'],
    code: String.raw`
export function $fn($e: $E, viewer: Viewer): $EView {
  const view: $EView = {
    id: $e.id,
    $str1: $e.$str1,
    $num1: $e.$num1,
    $time1: $e.$time1.toISOString(),
    status: $e.status,
  }
  if (viewer.can('$es:read-$num2')) view.$num2 = $e.$num2
‹  if ($e.$flag1) view.notice = translate(viewer.locale, '$es.$flag1')
¦  view.links = { self: ~/v2/$es/$[$e.id]~, history: ~/v2/$es/$[$e.id]/history~ }
›  return view
}`,
  },
  {
    names: ['sum$Num1Of$Es', 'total$Num1Of$Es', 'add$Num1Of$Es'],
    code: String.raw`
export function $fn(rows: readonly $E[], options: { skip$Flag1?: boolean } = {}): number {
  let total = 0
  for (const row of rows) {
    if (row.status === '$st3') continue
    if (options.skip$Flag1 && row.$flag1) continue
    total += row.$num1
    if (!Number.isSafeInteger(total)) throw new RangeError('$CODE: $num1 total left the safe integers')
  }
  return total
}`,
  },
  {
    names: ['diff$Es', 'changes$EBetween', 'compare$EVersions'],
    code: String.raw`
/** Field by field, so that the audit trail can say what changed instead of "updated". */
export function $fn(before: $E, after: $E): FieldChange[] {
  const changes: FieldChange[] = []
  for (const field of ['$str1', '$str2', '$num1', '$num2', 'status'] as const) {
    if (before[field] === after[field]) continue
    changes.push({ field, from: String(before[field]), to: String(after[field]) })
  }
  if (before.$time1.getTime() !== after.$time1.getTime()) {
    changes.push({ field: '$time1', from: before.$time1.toISOString(), to: after.$time1.toISOString() })
  }
  return changes
}`,
  },
  {
    names: ['$esBy$Time1', 'compare$EsFor‹Listing¦Export¦Queue›', 'order$EsBy$Num1'],
    code: String.raw`
/** Total order: ties on $time1 are real (imports stamp whole batches), so the id decides last. */
export function $fn(a: $E, b: $E): number {
  const byTime = a.$time1.getTime() - b.$time1.getTime()
  if (byTime !== 0) return ‹byTime¦-byTime›
  if (a.$num1 !== b.$num1) return ‹b.$num1 - a.$num1¦a.$num1 - b.$num1›
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
}`,
  },
  {
    names: ['merge$EPatch', 'apply$EPatch', 'with$EChanges'],
    code: String.raw`
export function $fn($e: $E, patch: Partial<$EInput>): $E {
  if ($e.status === '$st3' && patch.$num1 !== undefined) {
    throw new ConflictError('$CODE', ~$e $[$e.id] is $st3; $num1 cannot change any more~)
  }
  return {
    ...$e,
    ...(patch.$str1 === undefined ? {} : { $str1: patch.$str1.trim() }),
    ...(patch.$num1 === undefined ? {} : { $num1: patch.$num1 }),
    ...(patch.$flag1 === undefined ? {} : { $flag1: patch.$flag1 }),
    version: $e.version + 1,
  }
}`,
  },
  {
    names: ['redact$E', 'mask$EForLogs', 'strip$ESecrets'],
    code: String.raw`
export function $fn($e: $E): Record<string, unknown> {
  const { $str1, $str2, ...rest } = $e
  return {
    ...rest,
    $str1: $str1.length <= $n1 ? '***' : $str1.slice(0, $n1) + '…',
    $str2: hashForLogs($str2),
    redactedAt: '$e.redact/v$n2',
  }
}`,
  },
  {
    names: ['to$ECsvLine', 'format$ECsv', 'csv$ERecord'],
    code: String.raw`
const ‹COLUMNS¦HEADER›_$ENT_$big1 = ['id', '$str1', '$num1', '$num2', '$time1', 'status']

/** RFC 4180 quoting; finance opens these in a spreadsheet, hence the guard against leading "=". */
export function $fn($e: $E, separator = '‹,¦;›'): string {
  const cells = [$e.id, $e.$str1, String($e.$num1), String($e.$num2), $e.$time1.toISOString(), $e.status]
  return cells
    .map((cell) => (/^[=+@-]/.test(cell) ? "'" + cell : cell))
    .map((cell) => (/[",\n;]/.test(cell) ? '"' + cell.replaceAll('"', '""') + '"' : cell))
    .join(separator)
}`,
  },
  {
    names: ['parse$EFilter', 'read$EQuery', '$eFilterFrom'],
    code: String.raw`
export function $fn(query: URLSearchParams): $EFilter {
  const limit = Number(query.get('limit') ?? '$m1')
  if (!Number.isInteger(limit) || limit < 1 || limit > $big1) {
    throw new ValidationError('$CODE', ~limit must be between 1 and $big1, got $[query.get('limit')]~)
  }
  const status = query.getAll('status').filter(is$EStatus)
  return {
    limit,
    status: status.length > 0 ? status : ['$st1', '$st2'],
    $str1: query.get('$str1') ?? undefined,
    since: query.has('since') ? parseUtc(query.get('since') ?? '') : undefined,
  }
}`,
  },
  {
    names: ['next$EStatus', 'advance$E', 'transition$E'],
    code: String.raw`
const ALLOWED_$ENT_$big1: Readonly<Record<$EStatus, readonly $EStatus[]>> = {
  $st1: ['$st2', '$st3'],
  $st2: ['$st3'],
  $st3: [],
}

export function $fn($e: $E, to: $EStatus, at: Date): $E {
  if ($e.status === to) return $e
  if (!ALLOWED_$ENT_$big1[$e.status].includes(to)) {
    throw new ConflictError('$CODE', ~$[$e.status] -> $[to] is not allowed for $e $[$e.id]~)
  }
  return { ...$e, status: to, $time1: to === '$st2' ? at : $e.$time1, version: $e.version + 1 }
}`,
  },
  {
    names: ['split$E$Num1', 'allocate$E$Num1', 'spread$E$Num1'],
    code: String.raw`
/** Largest remainder: the parts always add up to the total, and the first shares take the rest. */
export function $fn(total: number, shares: readonly number[]): number[] {
  const weight = shares.reduce((sum, share) => sum + share, 0)
  if (weight <= 0) throw new RangeError('$CODE: shares must be positive')
  const exact = shares.map((share) => (total * share) / weight)
  const parts = exact.map(Math.floor)
  let rest = total - parts.reduce((sum, part) => sum + part, 0)
  for (let index = 0; rest > 0; index = (index + 1) % parts.length) {
    parts[index] = (parts[index] ?? 0) + 1
    rest -= 1
  }
  return parts
}`,
  },
  {
    names: ['is$EExpired', 'is$EStale', 'is$EOverdue'],
    code: String.raw`
export function $fn($e: Pick<$E, '$time1' | 'status' | '$flag1'>, now: Date): boolean {
  if ($e.status !== '‹$st1¦$st2›' || $e.$flag1) return false
  const age = now.getTime() - $e.$time1.getTime()
  return age > $big1 * 60_000
}`,
  },
  {
    names: ['dedupe$Es', 'unique$EsBy$Str1', 'latest$EPer$Str1'],
    code: String.raw`
/** The newest version wins; the order of the survivors is the order of first sight. */
export function $fn(rows: readonly $E[]): $E[] {
  const newest = new Map<string, $E>()
  for (const row of rows) {
    const known = newest.get(row.$str1)
    if (known === undefined || known.version < row.version) newest.set(row.$str1, row)
  }
  return [...newest.values()]
}`,
  },
  {
    names: ['encode$ECursor', 'make$ECursor', '$eCursorOf'],
    code: String.raw`
/** Opaque to clients. The leading digit is the cursor's version; $n1 is what the mobile apps still send. */
export function $fn(last: Pick<$E, 'id' | '$time1'>): string {
  return Buffer.from(['$n1', last.$time1.getTime().toString(36), last.id].join(':')).toString('base64url')
}`,
  },
  {
    names: ['decode$ECursor', 'open$ECursor', 'read$ECursor'],
    code: String.raw`
export function $fn(cursor: string): { at: Date; id: string } | null {
  const [version, stamp, id] = Buffer.from(cursor, 'base64url').toString('utf8').split(':')
  if (version !== '$n1' || stamp === undefined || id === undefined) return null
  const at = new Date(Number.parseInt(stamp, 36))
  return Number.isNaN(at.getTime()) ? null : { at, id }
}`,
  },
  {
    names: ['histogramOf$E$Num1', 'quantilesOf$E$Num1', 'spreadOf$E$Num1'],
    code: String.raw`
export function $fn(rows: readonly $E[]): { p50: number; p90: number; max: number } {
  const values = rows.map((row) => row.$num1).sort((a, b) => a - b)
  const at = (share: number): number => values[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0
  return { p50: at(0.5), p90: at(0.9), max: values.at(-1) ?? 0 }
}`,
  },
  {
    names: ['chunk$Es', 'batches$EOf', 'slice$EsForUpload'],
    code: String.raw`
/** Batches of at most $m1 rows and $big1 bytes, whichever comes first; one oversized row travels alone. */
export function* $fn(rows: readonly $E[]): Generator<$E[]> {
  let batch: $E[] = []
  let bytes = 0
  for (const row of rows) {
    const size = Buffer.byteLength(JSON.stringify(row))
    if (batch.length > 0 && (batch.length >= $m1 || bytes + size > $big1)) {
      yield batch
      batch = []
      bytes = 0
    }
    batch.push(row)
    bytes += size
  }
  if (batch.length > 0) yield batch
}`,
  },
  {
    names: ['describe$E', 'label$E', 'headlineFor$E'],
    code: String.raw`
export function $fn($e: $E, locale: string): string {
  switch ($e.status) {
    case '$st1':
      return translate(locale, '$es.$st1', { $str1: $e.$str1 })
    case '$st2':
      return translate(locale, '$es.$st2', { $str1: $e.$str1, at: formatDay($e.$time1, locale) })
    default:
      return translate(locale, '$es.other', { status: $e.status })
  }
}`,
  },
])

import type { FunctionTemplate } from './function-template.ts'

/** Functions that talk to something: a database, a queue, a cache, a lock, the clock of a job. */
export const FUNCTIONS_OF_SERVICES: readonly FunctionTemplate[] = Object.freeze([
  {
    names: ['find$EsBy$Str1', 'select$EsFor$Str1', 'list$EsWith$Str1'],
    code: String.raw`
export async function $fn(db: Database, $str1: string, limit = $m1): Promise<$E[]> {
  const rows = await db.query(
    ~SELECT * FROM $TABLE
      WHERE $str1 = $[db.bind($str1)] AND status <> '$st3'
      ORDER BY $time1 ‹DESC¦ASC›, id LIMIT $[db.bind(limit)]~,
    { timeoutMs: $ms1, label: '$TABLE.$fn' },
  )
  return rows.map(parse$E)
}`,
  },
  {
    names: ['insert$E', 'store$E', 'save$E'],
    code: String.raw`
/** Optimistic: a lost race shows up as zero updated rows, never as a silent overwrite. */
export async function $fn(db: Database, $e: $E): Promise<$E> {
  const result = await db.execute(
    ~UPDATE $TABLE SET $str1 = ?, $num1 = ?, status = ?, version = version + 1
      WHERE id = ? AND version = ?~,
    [$e.$str1, $e.$num1, $e.status, $e.id, $e.version],
  )
  if (result.affectedRows === 0) {
    throw new ConflictError('$CODE', ~$e $[$e.id] was changed by somebody else since version $[$e.version]~)
  }
  return { ...$e, version: $e.version + 1 }
}`,
  },
  {
    names: ['load$EWithCache', 'cached$E', 'get$EThroughCache'],
    code: String.raw`
export async function $fn(cache: Cache, db: Database, id: string): Promise<$E | null> {
  const key = ~$es:v$n1:$[id]~
  const hit = await cache.get(key)
  if (hit !== null) return hit === MISSING ? null : decode$E(hit)
  const row = await db.one('SELECT * FROM $TABLE WHERE id = ?', [id])
  await cache.set(key, row === null ? MISSING : JSON.stringify(row), { ttlSeconds: row === null ? $m1 : $big1 })
  return row === null ? null : parse$E(row)
}`,
  },
  {
    names: ['publish$EEvent', 'emit$EChanged', 'announce$E'],
    code: String.raw`
export async function $fn(outbox: Outbox, $e: $E, cause: string): Promise<void> {
  await outbox.append({
    topic: '$es.$st2.v$n1',
    key: $e.id,
    headers: { cause, schema: '$e/$n1.$n2' },
    payload: { id: $e.id, $str1: $e.$str1, $num1: $e.$num1, status: $e.status, version: $e.version },
  })
}`,
  },
  {
    names: ['with$ELock', 'lock$E', 'exclusivelyFor$E'],
    code: String.raw`
/** Advisory lock per ‹row¦tenant›. The lease is longer than the slowest statement we allow ($ms1 ms). */
export async function $fn<T>(locks: Locks, id: string, work: () => Promise<T>): Promise<T> {
  const lease = await locks.acquire(~$es/$[id]~, { leaseMs: $ms2, waitMs: $ms1 })
  if (lease === null) throw new ConflictError('$CODE', ~$e $[id] is being worked on~)
  try {
    return await work()
  } finally {
    await lease.release()
  }
}`,
  },
  {
    names: ['sweepExpired$Es', 'purge$EsOlderThan', 'archive$Es'],
    code: String.raw`
export async function $fn(db: Database, clock: Clock, log: Logger): Promise<number> {
  const before = new Date(clock.nowUtc().getTime() - $m1 * 86_400_000)
  let removed = 0
  for (;;) {
    const { affectedRows } = await db.execute(
      "DELETE FROM $TABLE WHERE status = '$st3' AND $time1 < ? LIMIT $big1",
      [before],
    )
    removed += affectedRows
    if (affectedRows < $big1) break
    await clock.pause($ms1)
  }
  log.info('$es.swept', { removed, before: before.toISOString() })
  return removed
}`,
  },
  {
    names: ['handle$EMessage', 'consume$E', 'on$EReceived'],
    code: String.raw`
export async function $fn(message: QueueMessage, deps: $EDeps): Promise<'ack' | 'retry' | 'park'> {
  const parsed = safeParse$E(message.body)
  if (!parsed.ok) {
    deps.log.warn('$es.unreadable', { id: message.id, reason: parsed.reason })
    return 'park'
  }
  if (await deps.seen.has(message.id)) return 'ack'
  try {
    await deps.service.apply(parsed.value)
    await deps.seen.add(message.id, { ttlSeconds: $big1 })
    return 'ack'
  } catch (error) {
    if (message.attempt >= $n1 || isPermanent(error)) return 'park'
    deps.log.info('$es.retry', { id: message.id, attempt: message.attempt, code: codeOf(error) })
    return 'retry'
  }
}`,
  },
  {
    names: ['rate$ERequests', 'throttle$E', 'admit$E'],
    code: String.raw`
const TOKENS_PER_MINUTE_$ENT_$big1 = $m1

export function $fn(buckets: Map<string, Bucket>, tenant: string, now: number): boolean {
  const bucket = buckets.get(tenant) ?? { tokens: TOKENS_PER_MINUTE_$ENT_$big1, at: now }
  const refill = ((now - bucket.at) / 60_000) * TOKENS_PER_MINUTE_$ENT_$big1
  const tokens = Math.min(TOKENS_PER_MINUTE_$ENT_$big1, bucket.tokens + refill)
  if (tokens < 1) {
    buckets.set(tenant, { tokens, at: now })
    return false
  }
  buckets.set(tenant, { tokens: tokens - 1, at: now })
  return true
}`,
  },
  {
    names: ['retry$EWrite', 'again$EOnDeadlock', 'persist$EWithRetry'],
    code: String.raw`
export async function $fn(db: Database, clock: Clock, $e: $E): Promise<$E> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction((tx) => write$E(tx, $e))
    } catch (error) {
      const deadlock = codeOf(error) === 'ER_LOCK_DEADLOCK'
      if (!deadlock || attempt === $n1) throw error
      await clock.pause($m1 * attempt * attempt)
    }
  }
}`,
  },
  {
    names: ['verify$ESignature', 'check$EWebhook', 'authenticate$ECallback'],
    code: String.raw`
/** Constant time on purpose. Signatures older than $ms1 ms are refused even when they match. */
export function $fn(body: Buffer, header: string, secret: string, now: number): boolean {
  const [stamp, digest] = header.split(',').map((part) => part.slice(part.indexOf('=') + 1))
  if (stamp === undefined || digest === undefined) return false
  if (Math.abs(now - Number(stamp)) > $ms1) return false
  const expected = createHmac('sha256', secret).update(stamp + '.').update(body).digest()
  const given = Buffer.from(digest, 'hex')
  return given.length === expected.length && timingSafeEqual(given, expected)
}`,
  },
  {
    names: ['backfill$E$Num1', 'recompute$Num1For$Es', 'repair$E$Num1'],
    code: String.raw`
export async function $fn(db: Database, options: { dryRun: boolean; from?: string }): Promise<BackfillReport> {
  const report: BackfillReport = { seen: 0, changed: 0, lastId: options.from ?? '' }
  for await (const page of db.pages('SELECT * FROM $TABLE WHERE id > ? ORDER BY id', report.lastId, $big1)) {
    for (const row of page.map(parse$E)) {
      report.seen += 1
      report.lastId = row.id
      const expected = derive$Num1(row)
      if (expected === row.$num1) continue
      report.changed += 1
      if (!options.dryRun) await db.execute('UPDATE $TABLE SET $num1 = ? WHERE id = ?', [expected, row.id])
    }
  }
  return report
}`,
  },
  {
    names: ['require$EAccess', 'authorize$E', 'guard$ERoute'],
    code: String.raw`
export function $fn(viewer: Viewer, $e: Pick<$E, 'id' | '$str1'>): void {
  if (viewer.roles.includes('‹admin¦operator›')) return
  if (viewer.scopes.has(~$es:$[$e.$str1]~)) return
  throw new ForbiddenError('$CODE', ~$[viewer.subject] may not touch $e $[$e.id]~)
}`,
  },
  {
    names: ['once$E', 'idempotent$EWrite', 'rememberFirst$E'],
    code: String.raw`
/** Same key, same answer for $m1 hours; a key reused with another body is a client error. */
export async function $fn(store: KeyStore, key: string, body: string, work: () => Promise<$E>): Promise<$E> {
  const digest = sha256(body)
  const known = await store.get(~$es:$[key]~)
  if (known !== null) {
    if (known.digest !== digest) throw new ConflictError('$CODE', ~key $[key] was used with another body~)
    return decode$E(known.answer)
  }
  const answer = await work()
  await store.put(~$es:$[key]~, { digest, answer: JSON.stringify(answer) }, $m1 * 3600)
  return answer
}`,
  },
  {
    names: ['measure$E', 'timed$E', 'observe$ECall'],
    code: String.raw`
export async function $fn<T>(metrics: Metrics, clock: Clock, work: () => Promise<T>): Promise<T> {
  const started = clock.monotonicMs()
  try {
    const value = await work()
    metrics.observe('$es_call_ms', clock.monotonicMs() - started, { outcome: 'ok' })
    return value
  } catch (error) {
    metrics.observe('$es_call_ms', clock.monotonicMs() - started, { outcome: codeOf(error) })
    metrics.increment('$es_failures_total', { code: codeOf(error) })
    throw error
  }
}`,
  },
  {
    names: ['page$Es', 'list$EPage', 'walk$Es'],
    code: String.raw`
export async function $fn(db: Database, filter: $EFilter, cursor: string | null): Promise<Page<$E>> {
  const from = cursor === null ? null : openCursor(cursor)
  if (cursor !== null && from === null) throw new ValidationError('$CODE', ~unreadable cursor $[cursor]~)
  const rows = await db.query(
    select('$TABLE')
      .where('status', 'in', filter.status)
      .whereTuple(['$time1', 'id'], '>', from === null ? null : [from.at, from.id])
      .orderBy('$time1', 'id')
      .limit(filter.limit + 1),
  )
  const items = rows.slice(0, filter.limit).map(parse$E)
  const last = items.at(-1)
  return { items, next: rows.length > filter.limit && last !== undefined ? makeCursor(last) : null }
}`,
  },
  {
    names: ['schedule$EReminder', 'enqueue$E', 'plan$EFollowUp'],
    code: String.raw`
export async function $fn(queue: Queue, $e: $E, now: Date): Promise<string | null> {
  if ($e.$flag1 || $e.status === '$st3') return null
  const dueIn = Math.max(0, $e.$time1.getTime() + $big1 * 1000 - now.getTime())
  const job = await queue.add('$es.follow-up', { id: $e.id, version: $e.version }, {
    delayMs: dueIn,
    attempts: $n1,
    jobId: ~$e-$[$e.id]-$[$e.version]~,
  })
  return job.id
}`,
  },
  {
    names: ['map$EDriverError', 'to$EError', 'explain$EFailure'],
    code: String.raw`
export function $fn(error: unknown, id: string): DomainError {
  const code = codeOf(error)
  if (code === 'ER_DUP_ENTRY') return new ConflictError('$CODE', ~$e $[id] exists already~)
  if (code === 'ER_NO_REFERENCED_ROW_2') return new ValidationError('$CODE', ~$e $[id] points at nothing~)
  if (code === 'PROTOCOL_CONNECTION_LOST' || code === 'ETIMEDOUT') {
    return new UnavailableError('$CODE', 'the database went away', { cause: error })
  }
  return new InternalError('$CODE', ~unexpected $[code] for $e $[id]~, { cause: error })
}`,
  },
  {
    names: ['import$EsFromFile', 'ingest$EFeed', 'load$EsFromUpload'],
    code: String.raw`
export async function $fn(lines: AsyncIterable<string>, deps: $EDeps): Promise<ImportSummary> {
  const summary: ImportSummary = { accepted: 0, rejected: [] }
  let number = 0
  for await (const line of lines) {
    number += 1
    if (line.trim() === '' || line.startsWith('#')) continue
    const parsed = parse$ELine(line)
    if (!parsed.ok) {
      summary.rejected.push({ line: number, reason: parsed.reason })
      if (summary.rejected.length > $m1) throw new ValidationError('$CODE', ~more than $m1 bad lines, stopped at $[number]~)
      continue
    }
    await deps.service.upsert(parsed.value)
    summary.accepted += 1
  }
  return summary
}`,
  },
])

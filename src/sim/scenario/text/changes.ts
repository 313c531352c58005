/**
 * Changes that the agent makes to a function: one line, put at its head or before its last return, and how
 * a test may find it wanting. Slots as in `subtasks.ts`, besides `$fn`, and `$ref`, a drawn id.
 */
export interface ChangeTemplate {
  readonly id: string
  readonly where: 'head' | 'tail'
  readonly line: string
  /** What the edit does, in the imperative. */
  readonly change: string
  /** The same line after the fix. */
  readonly fixed: string
  readonly message: string
  readonly expected: string
  readonly received: string
  readonly cause: string
  readonly fix: string
}

export const CHANGES: readonly ChangeTemplate[] = Object.freeze([
  {
    id: 'refuse',
    where: 'head',
    line: `  refuseAbove($limit, { code: '$code', what: '$es.$num1', by: '$fn' })`,
    change: 'refuse a $num1 above $limit with $code',
    fixed: `  refuseAbove($limit, { code: '$code', what: '$es.$num1', by: '$fn', inclusive: true })`,
    message: `expected $limit to be accepted, got $code for $ref`,
    expected: 'accepted',
    received: '$code',
    cause: 'the limit itself is allowed, and the check refuses it',
    fix: 'allow the limit itself',
  },
  {
    id: 'window',
    where: 'head',
    line: `  const window = openWindow({ name: '$fn', most: $limit, code: '$code' })`,
    change: 'open a window of $limit that ends in $code',
    fixed: `  using window = openWindow({ name: '$fn', most: $limit, code: '$code' })`,
    message: `expected open windows to be 0 after $ref, got 1 (most $limit)`,
    expected: '0',
    received: '1',
    cause: 'the window is never closed when the function throws',
    fix: 'close the window on every way out',
  },
  {
    id: 'count',
    where: 'tail',
    line: `  metrics.increment('$metric', { code: '$code', from: '$fn' })`,
    change: 'raise `$metric` with the label $code',
    fixed: `  metrics.incrementOnce('$metric', { code: '$code', from: '$fn' })`,
    message: `expected $metric to be 1, got 2 after the retry of $ref`,
    expected: '1',
    received: '2',
    cause: 'a retried write passes here twice',
    fix: 'count once per row',
  },
  {
    id: 'declare',
    where: 'head',
    line: `  requireKnown('$field', { code: '$code', from: '$fn' })`,
    change: 'make `$field` known and note $code where it is missing',
    fixed: `  requireKnown('$field', { code: '$code', from: '$fn', optional: true })`,
    message: `Cannot read properties of null (reading '$field') for $ref`,
    expected: 'null',
    received: `TypeError: Cannot read properties of null (reading '$field')`,
    cause: 'rows from before have no such value at all',
    fix: 'let the value be missing',
  },
  {
    id: 'default',
    where: 'head',
    line: `  const $field = settings.$field || defaultFor('$fn')`,
    change: 'read `$field` from the settings with a default',
    fixed: `  const $field = settings.$field ?? defaultFor('$fn')`,
    message: `expected $field of $ref to be '', got the default of $fn`,
    expected: `''`,
    received: `'default'`,
    cause: 'an empty value counts as missing with `||`',
    fix: 'fall back only on null',
  },
  {
    id: 'audit',
    where: 'tail',
    line: `  audit.note({ field: '$field', code: '$code', from: '$fn' })`,
    change: 'note `$field` with $code in the audit',
    fixed: `  await audit.note({ field: '$field', code: '$code', from: '$fn' })`,
    message: `expected trail of $ref to contain $code, found 0 entries for $field`,
    expected: '1 entry',
    received: '0 entries',
    cause: 'nobody waits for the entry, so the test sees the trail before it is written',
    fix: 'wait for the entry',
  },
  {
    id: 'log',
    where: 'tail',
    line: `  log.info('$es.$fn', { code: '$code', from: '$fn' })`,
    change: 'log $code with the place',
    fixed: `  log.warn('$es.$fn', { code: '$code', from: '$fn' })`,
    message: `expected level warn for $code, got info (row $ref)`,
    expected: 'warn',
    received: 'info',
    cause: 'the alert only looks at warnings',
    fix: 'raise the level to warn',
  },
  {
    id: 'switch',
    where: 'head',
    line: `  if (settings.$field === 'off') return passThrough('$fn', '$metric')`,
    change: 'answer as before while `$field` is off',
    fixed: `  if (settings.$field !== 'on') return passThrough('$fn', '$metric')`,
    message: `expected the old answer for $ref while $field is unset, got the new one`,
    expected: 'old',
    received: 'new',
    cause: 'an unset value is neither on nor off, and has to count as off',
    fix: 'treat unset as off',
  },
  {
    id: 'batch',
    where: 'head',
    line: `  const batch = batchesOf($limit, { metric: '$metric', from: '$fn' })`,
    change: 'load in batches of $limit and raise `$metric`',
    fixed: `  const batch = batchesOf($limit, { metric: '$metric', from: '$fn', keepOrder: true })`,
    message: `expected row 3 to be $ref, got $ref-b (batches of $limit)`,
    expected: '$ref',
    received: '$ref-b',
    cause: 'batches finish in any order',
    fix: 'keep the order of the input',
  },
])

/** The line that mends a type error, at the head of the function that the compiler names. */
export const MENDING = Object.freeze({
  line: `  assertPresent('$field', { by: '$fn', row: '$ref' })`,
  change: 'make sure that `$field` is there before `$fn` uses it',
})

/** A test that an edit adds for a change. */
export const ADDED_TEST = String.raw`
  it('$title', async () => {
    const outcome = await trial('$fn', { ticket: '$ticket' })
    expect(outcome).toMatchObject({ by: '$fn', ref: '$ref' })
  })
`

export const ADDED_TITLES: readonly string[] = Object.freeze([
  'applies the new rule of $ticket',
  'leaves existing tenants alone ($ticket)',
  'covers the edge that $ticket is about',
  'behaves the same on a second call ($ticket)',
])

/** What stands in a new module before its functions; `NAME` is its name in capitals, `LINES` what was asked for. */
export const MODULE = `/** What $ticket is about, in one place: callers pass a row and get an answer or an error. */
export const $ENT_NAME_RULE = {
LINES
  ticket: '$ticket',
} as const

export class $ERuleError extends DomainError {
  constructor(readonly id: string, cause?: unknown) {
    super('$ticket: $e ' + id + ' is refused', { cause })
  }
}`

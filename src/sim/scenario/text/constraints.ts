/**
 * Rules that a user sets. `say` is how the user says it, `evidence` occurs in it verbatim, every
 * sentence of `recall` uses the evidence, `check` is the line of a final report. `$n` and the like
 * are drawn once per conversation.
 */
export interface ConstraintTemplate {
  readonly id: string
  readonly say: string
  readonly evidence: readonly string[]
  readonly recall: readonly string[]
  /** Sentences for the time when the agent still looks around. */
  readonly early: readonly string[]
  readonly check: string
  /** Options of a request in code that obeys the rule, where there is such a line. */
  readonly option?: string
  /** What a test command must be prefixed with to obey the rule. */
  readonly environment?: string
}

/** The two rules that the migration always has: what callers see, and how often is retried. */
export const MIGRATION_RULES: readonly ConstraintTemplate[] = Object.freeze([
  {
    id: 'signatures',
    say: 'Do not change the public signatures. The API report `etc/$service.api.md` has digest `$digest`, and it must be the same when you are done.',
    evidence: ['etc/$service.api.md', '$digest'],
    recall: [
      'Only the inside of the method changes, so `etc/$service.api.md` keeps its digest `$digest`.',
      'Parameters and return types stay, which is what the digest `$digest` of `etc/$service.api.md` guards.',
      'I compared the exported types by eye: nothing that `etc/$service.api.md` lists has moved, so `$digest` should survive.',
      'The wrapper stays internal. It must not show up in `etc/$service.api.md` (digest `$digest`).',
    ],
    early: [
      'While reading I watch for exported types, since `etc/$service.api.md` has to keep its digest `$digest`.',
      'What is exported here is also listed in `etc/$service.api.md`, and `$digest` must stay.',
    ],
    check: 'Public signatures: `etc/$service.api.md` unchanged, digest `$digest`.',
  },
  {
    id: 'retry',
    say: 'Keep the retry on 503: max 3 attempts, first pause `retryBaseMs: $base`. Nothing else is retried.',
    evidence: ['503', 'retryBaseMs: $base'],
    recall: [
      'Retry only on 503, max 3 attempts, `retryBaseMs: $base`, exactly as asked.',
      'The old interceptor retried network errors too; the rule is 503 alone with `retryBaseMs: $base`, so that goes.',
      'For this client nothing special: 503 is retried by the wrapper with `retryBaseMs: $base`, other codes fail at once.',
      'A non-idempotent POST also gets the 503 retry (`retryBaseMs: $base`); the rule makes no exception.',
    ],
    early: [
      'I look out for retries while reading: only 503 may be retried, with `retryBaseMs: $base`.',
      'Whatever I find here, 503 and `retryBaseMs: $base` are given.',
    ],
    check: 'Retry: 503 only, max 3 attempts, `retryBaseMs: $base`.',
    option: 'retryOn: [503], maxAttempts: 3, retryBaseMs: $base,',
  },
])

/** Further rules for the migration; the seed takes one to three of them at the start and one or two later. */
export const MIGRATION_CHOICES: readonly ConstraintTemplate[] = Object.freeze([
  {
    id: 'deadline',
    say: 'No upstream call may take longer than `deadlineMs: $deadline` in all, retries included.',
    evidence: ['deadlineMs: $deadline'],
    recall: [
      'One deadline for the whole call, `deadlineMs: $deadline`, so the signal is made outside the retry loop.',
      'The per-client timeouts are shorter than `deadlineMs: $deadline`, so they stay and the deadline only caps the retries.',
      'With `deadlineMs: $deadline` the third attempt can be cut short; that is what was asked.',
    ],
    early: [
      'I note the timeouts as I go, because `deadlineMs: $deadline` has to cover all attempts.',
      'The timeouts I see are per attempt; `deadlineMs: $deadline` is for the whole call.',
    ],
    check: 'Deadline: `deadlineMs: $deadline` over all attempts.',
    option: 'deadlineMs: $deadline,',
  },
  {
    id: 'header',
    say: 'Every request has to carry `x-tenant-shard`, and `$headerTwo` when the caller has a correlation id.',
    evidence: ['x-tenant-shard', '$headerTwo'],
    recall: [
      'Headers `x-tenant-shard` and `$headerTwo` are set in the wrapper, so this client does not repeat them.',
      'The interceptor was the only place that set `x-tenant-shard` and `$headerTwo`; the wrapper takes that over.',
      'I removed the hand-made header object here, `x-tenant-shard` and `$headerTwo` come from the wrapper now.',
    ],
    early: [
      'I also look for places that set `x-tenant-shard` or `$headerTwo` by hand.',
      'Reading with an eye on `x-tenant-shard` and `$headerTwo`: both must be on every request.',
    ],
    check: 'Headers: `x-tenant-shard` always, `$headerTwo` when there is a correlation id.',
    option: "tenantHeader: 'x-tenant-shard', correlationHeader: '$headerTwo',",
  },
  {
    id: 'flag',
    say: 'Ship it behind the flag `http.fetch_client_$flagNumber`, off by default.',
    evidence: ['http.fetch_client_$flagNumber'],
    recall: [
      'All of this stays behind `http.fetch_client_$flagNumber`, which is off by default.',
      'Until the flag `http.fetch_client_$flagNumber` is on, the old path has to keep working.',
      'I check `http.fetch_client_$flagNumber` once per process, not per request.',
    ],
    early: [
      'The switch between old and new will be `http.fetch_client_$flagNumber`, so I look for a good place for it.',
      'I have not yet seen where `http.fetch_client_$flagNumber` would be read.',
    ],
    check: 'Flag: `http.fetch_client_$flagNumber`, default off.',
    option: "flag: 'http.fetch_client_$flagNumber',",
  },
  {
    id: 'port',
    say: 'The mock upstream listens on port $port. CI opens no other port, so tests must not pick a free one.',
    evidence: ['$port'],
    recall: [
      'Tests talk to the mock upstream on $port, no ephemeral port.',
      'I pass the fixed port $port to the mock upstream instead of 0.',
    ],
    early: [
      'The tests will need the fixed port $port, so I look at how they start the mock.',
      'Port $port is given, I only have to see who opens it.',
    ],
    check: 'Tests use port $port only.',
    environment: 'MOCK_UPSTREAM_PORT=$port ',
  },
  {
    id: 'timeout-code',
    say: 'Timeouts keep surfacing as `$timeoutCode`; the mobile apps match on that string.',
    evidence: ['$timeoutCode'],
    recall: [
      'An aborted request becomes `$timeoutCode`, because the apps match on it.',
      'The timeout branch still throws `$timeoutCode`.',
      'Without the mapping to `$timeoutCode` the apps would show the generic error.',
    ],
    early: [
      'I want to see who turns a timeout into `$timeoutCode` today.',
      '`$timeoutCode` is the string to keep an eye on while reading.',
    ],
    check: 'Timeouts surface as `$timeoutCode`.',
    option: "timeoutCode: '$timeoutCode',",
  },
  {
    id: 'frozen-client',
    say: 'Leave `src/legacy/ssoBridge.ts` on axios until $blocker is merged, the SSO team is in the middle of a change there.',
    evidence: ['src/legacy/ssoBridge.ts', '$blocker'],
    recall: [
      '`src/legacy/ssoBridge.ts` still matches the search; it stays as it is until $blocker is merged.',
      'I skip `src/legacy/ssoBridge.ts` here, since it waits for $blocker.',
      'axios cannot leave package.json completely yet: `src/legacy/ssoBridge.ts` needs it until $blocker.',
    ],
    early: [
      '`src/legacy/ssoBridge.ts` is out of bounds until $blocker, so I do not open it.',
      'Not everything that the search shows is mine: `src/legacy/ssoBridge.ts` waits for $blocker.',
    ],
    check: '`src/legacy/ssoBridge.ts` untouched, waits for $blocker.',
  },
  {
    id: 'logging',
    say: 'Log lines must never contain a token: run everything through `scrubHeaders$scrub` before logging.',
    evidence: ['scrubHeaders$scrub'],
    recall: [
      'The failure log goes through `scrubHeaders$scrub` first, so no token ends up in it.',
      'I log status and operation only, and headers only after `scrubHeaders$scrub`.',
    ],
    early: [
      'I look for log calls that would have to pass `scrubHeaders$scrub`.',
      'Who logs headers? Those lines need `scrubHeaders$scrub`.',
    ],
    check: 'Logs pass `scrubHeaders$scrub`.',
    option: 'scrub: scrubHeaders$scrub,',
  },
  {
    id: 'freeze',
    say: 'The release branch is cut on $freeze UTC, so please no risky refactoring beyond the HTTP calls.',
    evidence: ['$freeze'],
    recall: [
      'I would like to tidy this up, but with the branch cut on $freeze it has to wait.',
      'No clean-up besides the HTTP call; the cut is on $freeze.',
    ],
    early: [
      'With the cut on $freeze I only look for what is needed.',
      'I notice a few things worth tidying, but the cut is on $freeze.',
    ],
    check: 'Ready before the cut on $freeze UTC, no refactoring besides the calls.',
  },
])

/** Rules of the long session; four of them hold from the start, one or two come later. */
export const SESSION_RULES: readonly ConstraintTemplate[] = Object.freeze([
  {
    id: 'codes',
    say: 'New error codes come from the block $prefix-$blockLow to $prefix-$blockHigh, nothing outside it.',
    evidence: ['$prefix-$blockLow', '$prefix-$blockHigh'],
    recall: [
      'The new code has to come from $prefix-$blockLow to $prefix-$blockHigh, so I take the next free one there.',
      'Error codes: staying inside $prefix-$blockLow … $prefix-$blockHigh.',
      'I nearly reused an old code; the block is $prefix-$blockLow up to $prefix-$blockHigh.',
    ],
    early: [
      'I check which codes between $prefix-$blockLow and $prefix-$blockHigh are taken.',
      'New codes will come from $prefix-$blockLow to $prefix-$blockHigh, so I note the ones in use.',
    ],
    check: 'New error codes only from $prefix-$blockLow to $prefix-$blockHigh.',
  },
  {
    id: 'migrations',
    say: 'Migrations start at number $migration and each one must be reversible.',
    evidence: ['number $migration'],
    recall: [
      'Should this need a column, the migration gets number $migration or the one after it, with a down step.',
      'No schema change here, so number $migration stays free for the next one.',
    ],
    early: [
      'I look whether this needs a column; the next migration would be number $migration.',
      'If the table has to change, number $migration is the one to take.',
    ],
    check: 'Migrations from number $migration on, all reversible.',
  },
  {
    id: 'coverage',
    say: 'The coverage gate is $coverage % and CI fails below it.',
    evidence: ['$coverage %'],
    recall: [
      'The branch needs a test of its own, otherwise we slip under the gate of $coverage %.',
      'Coverage should stay above $coverage %, since the new lines are all exercised.',
    ],
    early: [
      'I also look at the tests, since the gate is at $coverage %.',
      'The branches here need tests of their own because of the gate at $coverage %.',
    ],
    check: 'Coverage above $coverage %.',
  },
  {
    id: 'clock',
    say: 'Time comes from `clock.nowUtc()` only, and rounding goes through `$rounding`.',
    evidence: ['clock.nowUtc()', '$rounding'],
    recall: [
      'Time via `clock.nowUtc()`, rounding via `$rounding`, as agreed at the start.',
      'I replaced a stray `new Date()` with `clock.nowUtc()`; the amounts already pass `$rounding`.',
      'The helper must not read the clock itself: `clock.nowUtc()` is called by the caller, `$rounding` at the very end.',
    ],
    early: [
      'I look for code that reads the time or rounds by itself; it should be `clock.nowUtc()` and `$rounding`.',
      'So far everything here goes through `clock.nowUtc()` and `$rounding`.',
    ],
    check: 'Only `clock.nowUtc()` and `$rounding`.',
  },
  {
    id: 'untouchable',
    say: 'Keep out of `src/legacy/$legacy.ts`. It is under audit $audit until the end of the quarter.',
    evidence: ['src/legacy/$legacy.ts', '$audit'],
    recall: [
      'There is a caller in `src/legacy/$legacy.ts`, but that file is under audit $audit, so the old signature stays as an overload.',
      'I leave `src/legacy/$legacy.ts` alone because of audit $audit.',
    ],
    early: [
      'Callers in `src/legacy/$legacy.ts` I only note, because of audit $audit.',
      'I stay out of `src/legacy/$legacy.ts` (audit $audit) and look at the rest.',
    ],
    check: '`src/legacy/$legacy.ts` untouched (audit $audit).',
  },
  {
    id: 'staging',
    say: 'Staging is on port $port and its data set is `$dataset`; never point a script at anything else.',
    evidence: ['$port', '$dataset'],
    recall: [
      'For a manual check I would only use staging ($port, data set `$dataset`).',
      'The script defaults to port $port and `$dataset`, nothing else.',
    ],
    early: [
      'Should I need real data, it is `$dataset` on port $port.',
      'Reading is enough for now; a look at `$dataset` on port $port can wait.',
    ],
    check: 'Scripts point at port $port and `$dataset` only.',
  },
  {
    id: 'dependencies',
    say: 'No new runtime dependencies: the lockfile digest `$digest` is pinned by the security review.',
    evidence: ['$digest'],
    recall: [
      'A library would do this in one line, but the lockfile digest `$digest` is pinned, so it is a small function of our own.',
      'No new package; the lockfile keeps digest `$digest`.',
    ],
    early: [
      'I look for something that exists already, since the lockfile digest `$digest` rules out a new package.',
      'Whatever I use has to be in the lockfile with digest `$digest`.',
    ],
    check: 'No new dependency, lockfile digest `$digest`.',
  },
  {
    id: 'flag',
    say: 'Everything that users can see sits behind `$flag`.',
    evidence: ['$flag'],
    recall: [
      'The visible part is wrapped in `$flag`; without it nothing changes for users.',
      'Since callers would notice, this goes behind `$flag` as well.',
    ],
    early: [
      'What of this do users see? That part goes behind `$flag`.',
      'I note what is visible to users, for `$flag`.',
    ],
    check: 'Visible changes behind `$flag`.',
  },
  {
    id: 'budget',
    say: 'The list endpoints have a budget of $budget ms at p95, measured by `bench/$bench.ts`.',
    evidence: ['$budget ms', 'bench/$bench.ts'],
    recall: [
      'One more query per row would break the budget of $budget ms that `bench/$bench.ts` measures, so I batch it.',
      'The extra check is cheap; $budget ms in `bench/$bench.ts` is not in danger.',
    ],
    early: [
      'I count queries while reading; $budget ms in `bench/$bench.ts` is not much.',
      'The hot path matters because of the $budget ms that `bench/$bench.ts` allows.',
    ],
    check: 'List endpoints within $budget ms (`bench/$bench.ts`).',
  },
])

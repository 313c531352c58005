/**
 * Lines of a source file that a reader remembers: a limit, a timeout, a note about an old incident.
 * `code` stands near the top of the file, `evidence` occurs in it verbatim, and every sentence of
 * `recall` uses the evidence. `$K` is the constant's name, `$v` its value, `$ticket` and `$code` are
 * drawn, `$path` and `$file` name the file.
 */
export interface LandmarkTemplate {
  /** Last part of the constant's name; '' where there is no constant. */
  readonly noun: string
  readonly code: string
  readonly evidence: readonly string[]
  readonly recall: readonly string[]
}

export const LANDMARKS: readonly LandmarkTemplate[] = Object.freeze([
  {
    noun: 'BATCH_LIMIT',
    code: '/** Measured on the ‹March¦June¦October› import; the driver splits larger statements anyway. */\nexport const $K = $v',
    evidence: ['$K = $v'],
    recall: [
      '`$K = $v` in `$path` caps a batch, so I do not have to bound the list again here.',
      'The batch ceiling is `$K = $v` (from `$file`); this path stays below it.',
      'Keeping in mind `$K = $v` from `$path`: a larger page would be split by the driver.',
    ],
  },
  {
    noun: 'TIMEOUT_MS',
    code: 'const $K = $v // ‹the gateway gives up at twice that¦p99 was a third of it in the load test¦agreed with the data team›',
    evidence: ['$K = $v'],
    recall: [
      'The existing timeout in `$file` is `$K = $v`, and I keep it as it is.',
      '`$path` waits for `$K = $v`, so anything slower than that never reached the callers before either.',
      'I reuse `$K = $v` from `$path` instead of inventing a second timeout.',
    ],
  },
  {
    noun: 'MAX_PAYLOAD_BYTES',
    code: '/** The proxy in front of us refuses one byte more, see $ticket. */\nexport const $K = $v',
    evidence: ['$K = $v', '$ticket'],
    recall: [
      'Bodies are bounded by `$K = $v` ($ticket), so the buffer in this function cannot run away.',
      '$ticket set `$K = $v` because of the proxy; I leave the number alone.',
    ],
  },
  {
    noun: 'CACHE_TTL_SECONDS',
    code: 'export const $K = $v // shorter and the ‹search¦export¦reporting› job misses every second read',
    evidence: ['$K = $v'],
    recall: [
      'With `$K = $v` in `$file` a stale entry lives at most that long, which is fine for this change.',
      'The cache in `$path` keeps entries for `$K = $v`; no extra invalidation is needed.',
    ],
  },
  {
    noun: 'RETRY_DELAY_MS',
    code: 'export const $K = $v',
    evidence: ['$K = $v'],
    recall: [
      'The delay between attempts is `$K = $v` (`$file`), so three of them still fit into the request.',
      'I take the delay from `$K = $v` in `$path`, not from a new literal.',
    ],
  },
  {
    noun: 'SCHEMA_VERSION',
    code: '/** Consumers on $ticket pin this number; raise it together with the fixtures. */\nexport const $K = $v',
    evidence: ['$K = $v', '$ticket'],
    recall: [
      'Consumers pin `$K = $v` ($ticket), so the payload keeps its shape.',
      'No bump here: `$K = $v` is pinned by the consumers named in $ticket.',
    ],
  },
  {
    noun: '',
    code: '// $ticket: the upstream answers 409 with $code for rows that were merged; treat it as "gone", not as a conflict.',
    evidence: ['$ticket', '$code'],
    recall: [
      'Careful with the merged rows: $ticket says that $code means "gone", so it must not be retried.',
      '$code stays mapped to "gone" as $ticket asks.',
    ],
  },
  {
    noun: '',
    code: '// $ticket: legacy rows carry $code in the memo column. The nightly job strips it, readers must not.',
    evidence: ['$ticket', '$code'],
    recall: [
      'The comment about $ticket matters here: $code in a memo is stripped by the job, not by us.',
      'I leave memos that carry $code alone, because of $ticket.',
    ],
  },
  {
    noun: 'QUEUE_DEPTH',
    code: 'export const $K = $v // per process; the cluster runs ‹four¦six¦eight› of them',
    evidence: ['$K = $v'],
    recall: [
      '`$K = $v` queued rows per process (`$file`) bound how much of this can run at once.',
      'Running these in parallel is safe up to `$K = $v` from `$path`.',
    ],
  },
  {
    noun: 'GRACE_PERIOD_MS',
    code: '/** Support asked for it in $ticket; do not shorten without telling them. */\nconst $K = $v',
    evidence: ['$K = $v', '$ticket'],
    recall: [
      'The grace period `$K = $v` from $ticket stays, so the check compares against the later instant.',
      'As `$file` says, support relies on `$K = $v` ($ticket).',
    ],
  },
  {
    noun: 'CHECKSUM_SEED',
    code: 'const $K = $v // changing it invalidates every stored digest',
    evidence: ['$K = $v'],
    recall: [
      'Digests depend on `$K = $v` in `$file`, so the stored ones stay comparable.',
      'I do not touch `$K = $v`; every stored digest hangs on it.',
    ],
  },
  {
    noun: '',
    code: '// Keep in step with the alert rule "$code" ($ticket): it fires on the exact wording of the log line below.',
    evidence: ['$code', '$ticket'],
    recall: [
      'The wording of that log line stays: the alert rule "$code" ($ticket) matches on it.',
      'The alert "$code" is keyed to the log line, see $ticket, so I only add fields to it.',
    ],
  },
])

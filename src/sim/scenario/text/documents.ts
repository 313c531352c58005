/** Paragraphs of a service's documentation, about one entity; same slots as functions. `$file` names a source file. */
export const PARAGRAPHS: readonly string[] = Object.freeze([
  `## Life of a $e

A $e begins as $st1. It becomes $st2 when its $num1 is known and ends as $st3; there is no way back. Rows that are $st3 are kept for $m1 months because of the audit, and the nightly job removes them in batches of $big1.`,
  `## Who reads $es

- the list endpoint, paged by $time1 and id, at most $m1 per page
- the export, which streams all of them and must not hold a transaction open for longer than $ms1 ms
- the reconciliation in \`$file\`, which only looks at $str1 and $num1`,
  `## Errors around $es

| code | meaning | what the caller should do |
| --- | --- | --- |
| $CODE | the $e is $st3 already | show the current state, do not retry |
| $prefix_LOCKED_$big1 | somebody else holds the lock | retry after $ms2 ms |
| $prefix_GONE | merged into another $e | follow the link in the body |`,
  `## Why $num1 is an integer

We had fractions once, see $ref. Rounding happened in three places and none of them agreed with the bank, so $num1 became a whole number and rounding happens when it is shown. Do not parse it as a float, not even in tests.`,
  `## Running it locally

The seed data has $big1 $es, $m1 of them $st2. \`npm run seed\` needs about $n1 seconds. Set \`$prefix_CLOCK\` to a fixed time when you compare snapshots, since $time1 is part of them.`,
  `## Things that went wrong

In ‹spring¦summer¦autumn¦winter› the import wrote $big1 $es twice, because $str1 was compared with its case. The fix normalises it on the way in; old rows were repaired by hand ($ref). Since then the import refuses a file with more than $m1 duplicates.`,
  `## Limits

| what | limit | set in |
| --- | --- | --- |
| $es per request | $m1 | \`$file\` |
| length of $str1 | $m1 characters | the schema |
| age of a $st1 $e | $big1 minutes | the sweep |
| writes per tenant | $big1 per minute | the gateway |`,
])

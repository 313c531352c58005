/**
 * What the user asks for, one exchange at a time. Slots: names of an entity (`$E $es $num1 …`), and what
 * this order is about: `$code`, `$limit`, `$field`, `$metric`, `$ticket`.
 */
export interface SubtaskTemplate {
  readonly id: string
  /** The order in the user's words; every one of `needs` occurs in it. */
  readonly say: readonly string[]
  /** What this is about, to finish "the part that matters for …". */
  readonly thing: string
  /** Slots that the edits will need from the user's words. */
  readonly needs: readonly ('code' | 'limit' | 'field' | 'metric')[]
  /** Changes that fit, by id. */
  readonly changes: readonly string[]
}

export const SUBTASKS: readonly SubtaskTemplate[] = Object.freeze([
  {
    id: 'limit',
    say: [
      '$ticket: $es with a $num1 above $limit slip through when they come from the import. Please refuse them everywhere they can be written, with error code $code, and say in the error what the limit is.',
      'Next is $ticket. We agreed on a ceiling of $limit for $num1 of a $e. Whoever exceeds it gets $code, no matter whether it comes through the routes, a job or a file.',
    ],
    thing: 'the limit on $num1',
    needs: ['limit', 'code'],
    changes: ['refuse', 'window', 'count'],
  },
  {
    id: 'field',
    say: [
      'For $ticket every $e gets a setting `$field`, text, may be empty. Carry it from the model through store and mapper to the routes. Where it is missing we note $code in the audit.',
      'Please add `$field` to $es ($ticket). Old rows have none, which is fine, but then the audit has to show $code.',
    ],
    thing: 'the new field `$field`',
    needs: ['field', 'code'],
    changes: ['declare', 'default', 'audit'],
  },
  {
    id: 'metric',
    say: [
      'We are blind when $es pile up ($ticket). Count it as `$metric` with the label $code, once per row, and keep it cheap.',
      '$ticket asks for a figure on the dashboard: `$metric`, labelled $code, raised whenever a $e is left in $st1. Once per row, also when the job runs twice.',
    ],
    thing: 'the metric `$metric`',
    needs: ['metric', 'code'],
    changes: ['count', 'log'],
  },
  {
    id: 'ties',
    say: [
      'Support has a bug for you, $ticket: when two $es share $time1, the list jumps between pages. The window for ties may be $limit rows at most. Log the rare overflow as $code.',
      '$ticket is a paging bug. Two $es with the same $time1 can swap places between requests. Make it stable; more than $limit ties in a row should be reported as $code.',
    ],
    thing: 'the ties on $time1',
    needs: ['limit', 'code'],
    changes: ['window', 'log', 'refuse'],
  },
  {
    id: 'switch',
    say: [
      'Operations want to switch the new behaviour of $es per tenant ($ticket). The setting is called `$field`; when it is off, answer as before and count it in `$metric`.',
      'For $ticket I need a per-tenant setting `$field` around the $e code. Off means the old answer, and `$metric` goes up by one.',
    ],
    thing: 'the setting `$field`',
    needs: ['field', 'metric'],
    changes: ['default', 'switch', 'count'],
  },
  {
    id: 'repeat',
    say: [
      '$ticket: clients repeat their writes after a timeout and we store the $e twice. Remember the key for $limit seconds; a second write with another body gets $code.',
      'Writes of $es have to be safe to repeat ($ticket). Keys live for $limit seconds, and $code is the answer when somebody reuses a key for something else.',
    ],
    thing: 'repeated writes of $es',
    needs: ['limit', 'code'],
    changes: ['window', 'refuse', 'log'],
  },
  {
    id: 'trail',
    say: [
      'The auditors want to see who changed `$field` of a $e ($ticket). Write it to the trail with code $code. No change of behaviour otherwise.',
      'Please record changes of `$field` on $es for $ticket. The entry carries $code so that they can filter for it.',
    ],
    thing: 'the trail of `$field`',
    needs: ['field', 'code'],
    changes: ['audit', 'declare', 'log'],
  },
  {
    id: 'slow',
    say: [
      'The $e endpoint is too slow with many rows ($ticket). Load in batches of $limit, and raise `$metric` when a batch is not full. The results must not change.',
      '$ticket: loading $es one by one costs us the budget. Please batch by $limit and expose `$metric`; same rows, same order as now.',
    ],
    thing: 'loading $es in batches',
    needs: ['limit', 'metric'],
    changes: ['batch', 'count', 'log'],
  },
])

/** How the session begins. `$rules` and `$order` are filled in. */
export const SESSION_OPENINGS: readonly string[] = Object.freeze([
  `Hello! We have a longer session in front of us. Everything today is for release $release of \`$service\`, as described in $rfc: make it ready for the new regions without any change that existing tenants can notice. I will give you one piece at a time.

For all of it:

$rules

The first piece: $order`,
  `Good morning. Today's goal is release $release of \`$service\`; the design is $rfc, and its point is that existing tenants must not notice anything. I will hand you the work in pieces and check each one.

Please keep to these rules throughout:

$rules

Let us begin. $order`,
])

export const SESSION_GOAL = Object.freeze({
  evidence: ['release $release', '$rfc'],
  recall: [
    'All of this is for release $release, and $rfc asks that existing tenants notice nothing, so the old path stays the default.',
    'Measured against $rfc and release $release: nothing that existing tenants can see has changed.',
    'I keep the aim of $rfc in view, release $release without a visible change for existing tenants.',
    'This would go beyond what $rfc wants for release $release, so I leave it out.',
  ],
  check: 'With respect to release $release and $rfc: existing tenants see no difference.',
})

/** What the user says to a report before the next order. */
export const FEEDBACK: readonly string[] = Object.freeze([
  'Thanks, looks good.',
  'Merged.',
  'Fine, I had one small remark in the review and fixed it myself.',
  'Great, that was quick.',
  'OK. I checked it on staging and it behaves.',
  'Good. The explanation helped.',
  'Perfect, moving on.',
  'Thank you. The reviewers liked it.',
  'That is what I had in mind.',
  'Approved.',
])

export const NEXT_ORDERS: readonly string[] = Object.freeze([
  '$feedback $order',
  '$feedback Next piece: $order',
  '$feedback Here is the next one. $order',
  '$feedback\n\n$order',
])

export const RULE_ADDITIONS: readonly string[] = Object.freeze([
  'One more rule from now on:\n\n$rules',
  'Something that I should have said earlier, it holds for the rest:\n\n$rules',
])

export const REVIEW_ORDERS: readonly string[] = Object.freeze([
  '$feedback That was the last piece. Before I tag it, please go once more through what you changed, run everything, and go through all the rules.',
  '$feedback We are through. Please read the changed files again with fresh eyes, run the whole suite, and report against every rule.',
])

/** Decisions: `phrase` finishes "I decided to …"; `why` is the reason. */
export const SESSION_DECISIONS: readonly { readonly phrase: string; readonly why: string }[] = Object.freeze([
  { phrase: 'check in `$fn` and not in the routes', why: 'jobs and imports do not pass through the routes' },
  { phrase: 'leave `$fn` synchronous', why: 'it is called inside a transaction that must stay short' },
  { phrase: 'compare by id after $time1 in `$fn`', why: 'timestamps of one batch are equal' },
  { phrase: 'read the setting once in `$fn` and pass it down', why: 'two reads could disagree' },
  { phrase: 'answer with the stored row in `$fn`', why: 'the caller may hold an older version' },
  { phrase: 'keep the old signature of `$fn`', why: 'the compiler cannot see the callers in the scripts' },
  { phrase: 'put the new code next to `$fn` instead of a new file', why: 'they share two private helpers' },
  {
    phrase: 'count in `$fn` rather than in its callers',
    why: 'there are three callers and there will be a fourth',
  },
  { phrase: 'treat a missing value in `$fn` as empty', why: 'rows from before the migration have none' },
  {
    phrase: 'write the audit entry before `$fn` returns',
    why: 'an entry without a change is better than the reverse',
  },
])

export const DECISION_RECALLS: readonly string[] = Object.freeze([
  'This follows from the decision to $phrase.',
  'I keep to the decision to $phrase.',
  'Earlier I decided to $phrase, and that still fits.',
  'Because I decided to $phrase, nothing has to be done here.',
])

export const SESSION_REPORTS: readonly string[] = Object.freeze([
  '$ticket is done.',
  '$ticket is finished. In short:',
  'That completes $ticket:',
  'Done with $ticket. What changed and how I know:',
])

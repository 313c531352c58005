/**
 * What a coding agent says between its calls, by what it has just seen (`saw-…`) and by what it does
 * next (`next-…`). Slots: `$path $file` of the file at hand, `$fn $fn2` functions in it, `$query
 * $matches $files` of a search, `$passed $failed $test $message` of a test run, `$thing` what this is
 * all about, `$aim` the purpose of the next step.
 */
export const SPEECH = Object.freeze({
  'saw-list': [
    'That is the layout I expected: $count files.',
    '$count files; the interesting ones are under `$path`.',
    'Good, $count entries and no surprises in the names.',
    'The tree is small enough to keep in mind, $count files in all.',
  ],
  'saw-search': [
    '$matches in `$path` and its neighbours.',
    'The search for `$query` gives $matches.',
    '$matches. Most of them are ‹plain calls¦straightforward¦of the same shape›, a few need a closer look.',
    'So `$query` turns up $matches; ‹more than I thought¦fewer than I feared¦about what I expected›.',
    '$matches for `$query`, the ones in tests not ‹counted apart¦separated›.',
    'I count $matches for `$query`.',
  ],
  'saw-nothing': [
    'No match for `$query`, so nothing else depends on it.',
    'Nothing left that mentions `$query`.',
    'The search for `$query` comes back empty.',
  ],
  'saw-read': [
    '`$fn` in `$file` does the work here, the rest only prepares its input.',
    '`$file` is clear now. The part that matters for $thing is `$fn`.',
    'Reading `$file`: `$fn` and `$fn2` share the same assumption about missing rows.',
    'Interesting: `$fn` handles the empty case, `$fn2` does not.',
    '`$file` does ‹more¦less› than its name says; `$fn` is ‹the entry point¦what callers use›.',
    'In `$file` only `$fn` is affected. `$fn2` can stay as it is.',
    'The order in `$fn` is deliberate, I will not change it. `$fn2` is the simpler place to hook in.',
    'I see how `$file` fits in: `$fn` is called on every write, `$fn2` only by the nightly job.',
    '`$fn` already has the guard that `$fn2` lacks. That explains the difference between the two.',
    'Nothing dangerous in `$file`. `$fn` is pure, which makes it easy to test.',
    'So `$fn` throws before anything is written, and `$fn2` relies on that.',
    '`$file` is longer than it needs to be, but `$fn` is well contained.',
    'The comment above `$fn` is outdated, its code is fine. `$fn2` is where $thing comes in.',
    'Both `$fn` and `$fn2` return early for the last status. Good to know for $thing.',
    '`$fn` looks right to me. I am less sure about `$fn2`, it swallows the cause of the error.',
    'OK. `$fn` is exported but only used in this folder.',
  ],
  'saw-edit': [
    'That edit is in.',
    'Done in `$file`.',
    '`$file` now has the change.',
    'The edit applied cleanly.',
    'Good, `$fn` is updated.',
    '`$fn` is changed; its callers do not notice.',
    'One place done.',
    'That was the easy part of $thing.',
    'With `$fn` changed, the rest follows.',
    'Applied, and the neighbours of `$fn` are untouched.',
  ],
  'saw-stale-edit': [
    'The text I wanted to replace is not there any more; my copy of `$file` was old. I read it again.',
    'My view of `$file` is outdated, the block has changed since I read it. Reading the current version.',
    'That failed because `$file` moved on since I looked. Fresh read first.',
  ],
  'saw-created': [
    'The new file is in place.',
    '`$file` exists now.',
    'Created `$file`, next the places that use it.',
  ],
  'saw-pass': [
    '$passed tests pass.',
    'Green: $passed tests.',
    'All $passed pass, nothing was skipped by accident.',
    '$passed passing, same as ‹before¦expected› plus what I added.',
    'The run is green with $passed tests.',
    'No failures in $passed tests.',
  ],
  'saw-fail': [
    '$failed fails: `$message` in "$test".',
    '"$test" does not like it: `$message`.',
    'One real finding, in "$test": `$message`.',
    '$failed. The message `$message` ("$test") points at my change, not at the fixture.',
    'So "$test" says `$message`. That is ‹fair¦a good catch¦my mistake›.',
    'As feared, "$test" breaks with `$message`.',
  ],
  'saw-types': [
    'The compiler is content.',
    'No type errors.',
    'Type check passes.',
    '`tsc` has nothing to say, good.',
  ],
  'saw-type-errors': [
    'The compiler found it: `$message`.',
    'One type error, `$message`.',
    '`$message`, so the option object needs one more line.',
  ],
  'saw-shell': [
    'That matches what I expected to see: $message.',
    '$message. Good enough to go on.',
    'Noted: $message.',
    'The figure to remember is $message.',
  ],
  'next-list': ['First the layout.', 'I start with ‹the tree¦the layout› of `$path`.', 'Let me see what is there.'],
  'next-search': [
    'Now every place that mentions `$query`.',
    'Let me find out who uses `$query`.',
    'I search for `$query` to $aim.',
    'Before I change anything: where does `$query` occur?',
    'Looking for `$query` next.',
    'A search for `$query` should show ‹the rest¦all callers›.',
  ],
  'next-read': [
    'I read `$path` to $aim.',
    'Next `$path`.',
    'Let me look at `$path`.',
    'Opening `$path`, $aim.',
    'To $aim, I need `$path`.',
    'Now `$path`, because that is where $thing ‹shows¦lives¦begins›.',
    'Let me read `$path` before I decide.',
    'I want to see `$path` first.',
    'On to `$path`.',
    '`$path` is next on my list.',
  ],
  'next-read-many': [
    'I read $paths together, they only make sense side by side.',
    'Next $paths, in one go.',
    'Let me look at $paths to $aim.',
    '$paths belong together, so I open both.',
    'Reading $paths.',
  ],
  'next-reread': [
    'I read `$path` again, it has changed since.',
    'A fresh look at `$path`, my copy predates the edit.',
    'Back to `$path` in its current state.',
    'Let me re-read `$path` before I touch it again.',
    'I want the current text of `$path`.',
  ],
  'next-edit': [
    'I change `$fn` in `$path`: $change.',
    'The edit in `$file`: $change.',
    'In `$fn`, $change.',
    'Now $change (`$path`).',
    'Next step, `$file`: $change.',
    '$Change. That is one edit in `$fn`.',
    'So in `$path`: $change.',
    'Small edit: $change in `$fn`.',
  ],
  'next-edit-many': [
    'Several edits in `$file` at once: $change.',
    'I do `$path` in one batch: $change.',
    'These belong together: $change.',
    'One batch of edits for `$file`: $change.',
  ],
  'next-test': [
    'Let me run the tests of ‹this part¦$file›.',
    'Tests for `$file`.',
    'Does it hold? Running the tests.',
    'I run the tests before going further.',
    'Now the tests around $thing.',
    'A quick run to see whether that is enough.',
  ],
  'next-full-test': ['Now the whole suite.', 'Time for the full run.', 'Everything, from the top.'],
  'next-types': ['Type check.', 'Let me see what the compiler thinks.', 'A type check first.', '`tsc` next.'],
  'next-shell': ['One look at $aim.', 'I check $aim.', 'Let me measure instead of guessing: $aim.'],
} as const)

export type SpeechKind = keyof typeof SPEECH

/**
 * Sentences of an agent thinking, by phase; a thought is made of a few of them. Same slots as above.
 */
export const THOUGHTS = Object.freeze({
  explore: [
    'Before changing anything I should know who calls `$fn` and what they expect back.',
    'The name `$file` suggests one thing and the imports another, so I had better read it than guess.',
    'There may be a second code path that does the same with other names; a search for the status values would show it.',
    'If `$fn` is only used inside this folder, the change stays local and the tests next to it are enough.',
    'What would break if the row is missing? The callers seem to treat null and an exception alike.',
    'I have seen two styles so far, one that throws and one that returns null. The newer files throw.',
    'Reading both files costs little compared to getting the order of the two writes wrong.',
    'The fixture names give away which cases somebody already thought of.',
    'It is tempting to start editing now, but the error handling in `$fn` is what the user cares about.',
    'Let me keep a list: what I have read, what still calls the old form, which tests cover it.',
    'A timeout in one layer and a retry in another multiply; I need both numbers before I touch either.',
    'Nothing here is urgent, so the cheap step is to look at one more file.',
  ],
  edit: [
    'The smallest edit is inside `$fn`; everything else can stay as it is.',
    'Two ways to do it: change the signature and follow the compiler, or keep it and adapt inside. The second is what the rules ask for.',
    'I have to keep the order of checks, since callers tell the errors apart by which one comes first.',
    'The old text has to match exactly, so I copy it from what I read and not from memory.',
    'If this were a separate function I could test it alone, but it would be one more name to keep in mind. Not worth it.',
    'Should the new check come before or after the lock? Before: refusing early is cheaper and changes nothing.',
    'An option object leaves room for the next field without touching the callers again.',
    'The error needs the id and the limit, otherwise nobody can act on it.',
    'I will not fold the unrelated clean-up into this edit, tempting as it is.',
    'After this one, `$file` should have no trace of the old form left. I will check with a search.',
    'Default values belong in one place; here that is the function that parses the input.',
    'This is the third place with the same pattern, so the edit is mechanical by now. Still, look at each.',
  ],
  verify: [
    'The failing line is in the test, but the reason is in `$fn`: it answers before the second value is known.',
    'Either the fixture is old or my change is wrong. The message names the new value, so it is my change.',
    'A test that passes without the change proves nothing. I should make sure this one failed before.',
    'The numbers in the message are the best hint: they differ by exactly one attempt.',
    'Only one of them is a real failure, the others follow from the same cause.',
    'If I fix the symptom here it comes back in the export. The place to fix is `$fn`.',
    'It is green, but I have not yet seen the error path run. One more test for that.',
    'The run got slower by a few hundred milliseconds, within noise.',
    'Nothing else changed in the snapshot, which is what I wanted to see.',
    'Before I report, one search for leftovers and one look at the rules the user gave.',
  ],
} as const)

export type Phase = keyof typeof THOUGHTS

/** What a step is for, to finish "I read this file to …". */
export const AIMS: Readonly<Record<Phase, readonly string[]>> = Object.freeze({
  explore: [
    'see how errors travel',
    'find the entry point',
    'know what callers expect',
    'see which cases are covered',
    'learn where the defaults come from',
    'check what happens to empty input',
    'see what is shared with its neighbours',
    'understand the order of the writes',
  ],
  edit: ['get the exact text', 'make the next change', 'keep the two in step', 'not break the callers'],
  verify: ['find the reason', 'be sure nothing is left', 'compare it with the test', 'confirm the fix'],
})

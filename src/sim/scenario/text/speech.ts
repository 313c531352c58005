import written from './speech.json' with { type: 'json' }

/**
 * What a coding agent says between its calls, by what it has just seen (`saw-…`) and by what it does
 * next (`next-…`). Slots: `$path $file` of the file at hand, `$fn $fn2` functions in it, `$query
 * $matches $files` of a search, `$passed $failed $test $message` of a test run, `$thing` what this is
 * all about, `$aim` the purpose of the next step.
 */
export const SPEECH: Readonly<Record<SpeechKind, readonly string[]>> = written.speech

export type SpeechKind = keyof typeof written.speech

/**
 * Sentences of an agent thinking, by phase; a thought is made of a few of them. Slots: `$fn` and `$file`,
 * the function and file last seen, and `$thing`, what this is all about.
 */
export const THOUGHTS: Readonly<Record<Phase, readonly string[]>> = written.thoughts

export type Phase = keyof typeof written.thoughts

/** What a step is for, to finish "I read this file to …". */
export const AIMS: Readonly<Record<Phase, readonly string[]>> = written.aims

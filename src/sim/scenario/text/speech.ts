import written from './speech.json' with { type: 'json' }

/**
 * The agent's text between its calls, by what it has just seen (`saw-…`) and by what it does next (`next-…`). Slots:
 * `$path $file` of the current file, `$fn $fn2` functions in it, `$query $matches $files` of a search, `$passed $failed
 * $test $message` of a test run, `$thing` the subject, `$aim` the purpose of the next step.
 */
export const SPEECH: Readonly<Record<SpeechKind, readonly string[]>> = written.speech

export type SpeechKind = keyof typeof written.speech

/**
 * Sentences of thinking, by phase; a thought consists of a few of them. Slots: `$fn` and `$file`, the function and file
 * last seen, and `$thing`, the subject.
 */
export const THOUGHTS: Readonly<Record<Phase, readonly string[]>> = written.thoughts

export type Phase = keyof typeof written.thoughts

/** The purpose of a step, to complete "I read this file to …". */
export const AIMS: Readonly<Record<Phase, readonly string[]>> = written.aims

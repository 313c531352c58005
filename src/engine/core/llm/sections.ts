/** A section of a compaction summary (COMP-5): its heading as it is written, and what belongs under it. */
export interface SummarySection {
  readonly name: string
  readonly heading: string
  readonly meaning: string
}

/** The nine sections, in the order in which they are written. A summary is `## heading` lines with `- item` lines below. */
export const SUMMARY_SECTIONS: readonly SummarySection[] = Object.freeze([
  { name: 'goal', heading: 'Goal', meaning: 'What the user wants, in the user’s words.' },
  { name: 'constraints', heading: 'Constraints', meaning: 'What must or must not be done, verbatim.' },
  { name: 'decisions', heading: 'Decisions', meaning: 'What was decided, and why.' },
  { name: 'progress', heading: 'Progress', meaning: 'What is done, what is under way, what comes next.' },
  { name: 'files', heading: 'Files and names', meaning: 'Paths, functions and data structures that matter.' },
  {
    name: 'numbers',
    heading: 'Numbers and configuration',
    meaning: 'Counts, measurements, versions, settings.',
  },
  { name: 'errors', heading: 'Errors and fixes', meaning: 'Exact messages, and what helped.' },
  { name: 'open', heading: 'Open issues', meaning: 'What is unsolved, and how to reproduce it.' },
  { name: 'learnings', heading: 'Learnings', meaning: 'What turned out along the way.' },
])

/** The nine sections of a session's summary (TIER-3), in the order in which they are written. */
export const SESSION_SECTIONS: readonly SummarySection[] = Object.freeze([
  {
    name: 'request',
    heading: 'Request and intent',
    meaning: 'What the user wants, and every condition, word for word.',
  },
  { name: 'concepts', heading: 'Concepts', meaning: 'Technologies, ideas and rules that the work rests on.' },
  {
    name: 'files',
    heading: 'Files and code',
    meaning: 'Each file looked at or changed, why, and the code that matters.',
  },
  {
    name: 'errors',
    heading: 'Errors and fixes',
    meaning: 'Exact messages, what helped, and what the user said to it.',
  },
  {
    name: 'solving',
    heading: 'Problem solving',
    meaning: 'What was solved and decided, with the reason; what is being looked into.',
  },
  {
    name: 'messages',
    heading: 'All user messages',
    meaning: 'Each message of the user, in order; no results of tools.',
  },
  { name: 'pending', heading: 'Pending tasks', meaning: 'What was asked for and is not done yet.' },
  { name: 'current', heading: 'Current work', meaning: 'What was being done just now, with file and place.' },
  {
    name: 'next',
    heading: 'Next step',
    meaning: 'The one step that follows, as far as the user asked for it.',
  },
])

/** An opening on the page: the agent's role, and its task. */
export interface TaskPreset {
  readonly id: string
  readonly title: string
  readonly system: string
  readonly task: string
  /** The agent without a model that fits it. */
  readonly agent: string
}

const SYSTEM = `You are a careful engineer. You work in a repository that only your tools can reach.
Look before you change anything, change as little as possible, and never change a test.
Say in a sentence what you do before you do it. When you are done, report what was wrong and how you know.`

/** What can be asked of an agent in the made-up repository. */
export const taskPresets: readonly TaskPreset[] = Object.freeze([
  {
    id: 'bug',
    title: 'Find the bug',
    system: SYSTEM,
    task: 'Tests fail, and skippers say that they lose their berth while they are paying. Find out why, fix it, and show that the tests pass.',
    agent: 'bug_hunter',
  },
  {
    id: 'survey',
    title: 'Read everything',
    system: SYSTEM,
    task: 'Read every file of the repository, whole, and write REPORT.md: a line for each file about what it is for.',
    agent: 'survey',
  },
  {
    id: 'question',
    title: 'Ask about a name',
    system: SYSTEM,
    task: 'Where does `holdSeconds` come from, who changes it, and what does src/time/units.ts have to do with it?',
    agent: 'bug_hunter',
  },
])

import type { World } from '../live.ts'
import { desk } from '../desk/desk.ts'
import { repository } from '../repository/repository.ts'
import { shelf } from '../shelf/shelf.ts'
import { bugFixed, decidedRight, figuresRight, filesReported } from './graded.ts'
import type { Grade } from './graded.ts'

/** An opening on the page: the agent's role, its task, and the world that it works in. */
export interface TaskPreset {
  readonly id: string
  readonly title: string
  readonly system: string
  readonly task: string
  /** The agent without a model that fits it. */
  readonly agent: string
  readonly world: () => World
  /** Tools that the agent has, by name. */
  readonly tools: readonly string[]
  /** Tokens of a window in which strategies differ. */
  readonly window: number
  /** How much of the result is right; missing: there is no single right result. */
  readonly grade?: (world: World, answer: string) => Grade
}

const CODING = `You are a careful engineer. You work in a repository that only your tools can reach.
Look before you change anything, change as little as possible, and never change a test.
Say in a sentence what you do before you do it. When you are done, report what was wrong and how you know.`

const READING = `You are a careful researcher. You reach the documents only with your tools.
Trust no figure that you have not read, and say which document it is from.
Say in a sentence what you do before you do it. When you are done, report.`

const DECIDING = `You decide cases for a shop. You reach its files only with your tools.
Decide by the rules and by nothing else, and by the words in front of you rather than by memory.
Say in a sentence what you do before you do it. When you are done, report.`

const CODE_TOOLS = ['list_files', 'read_file', 'grep_search', 'run_shell', 'edit_file', 'write_file']
const READ_TOOLS = ['list_files', 'read_file', 'grep_search']

/** What can be asked of an agent. */
export const taskPresets: readonly TaskPreset[] = Object.freeze([
  {
    id: 'bug',
    title: 'Find the bug',
    system: CODING,
    task: 'Tests fail, and skippers say that they lose their berth while they are paying. Find out why, fix it, and show that the tests pass.',
    agent: 'bug_hunter',
    world: repository,
    tools: CODE_TOOLS,
    window: 12_000,
    grade: bugFixed,
  },
  {
    id: 'survey',
    title: 'Read everything',
    system: CODING,
    task: 'Read every file of the repository, whole, and write REPORT.md: a line for each file about what it is for.',
    agent: 'survey',
    world: repository,
    tools: CODE_TOOLS,
    window: 16_000,
    grade: filesReported,
  },
  {
    id: 'question',
    title: 'Ask about a name',
    system: CODING,
    task: 'Where does `holdSeconds` come from, who changes it, and what does src/time/units.ts have to do with it?',
    agent: 'bug_hunter',
    world: repository,
    tools: CODE_TOOLS,
    window: 6_000,
  },
  {
    id: 'sources',
    title: 'Compare sources',
    system: READING,
    task: 'Read every document in shelf/, whole. What do they say about the `total cost`, the `length of the line`, the `number of stops`, the `daily passengers`, the `year of opening` and the `trams to buy`? For each, give the figure of the newest document that states it, and name the documents that state another.',
    agent: 'compare_sources',
    world: shelf,
    tools: READ_TOOLS,
    window: 8_000,
    grade: figuresRight,
  },
  {
    id: 'tickets',
    title: 'Decide by rules',
    system: DECIDING,
    task: 'Decide every ticket in desk/tickets/ by the rules in desk/rules.md. The order of each is a row of desk/orders.csv. Report how many tickets get which share, and the sum.',
    agent: 'rule_clerk',
    world: desk,
    tools: READ_TOOLS,
    window: 6_000,
    grade: decidedRight,
  },
])

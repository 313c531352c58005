import type { ToolDefinition } from '../../../engine/index.ts'

/** The system prompt of the coding agent. `$service` and `$purpose` say what it works on. */
export const SYSTEM_PROMPT = `You are a coding agent working inside the repository of $service, which $purpose. You see the repository through five tools and nothing else. The user is an engineer of the team that owns it.

# How to work
- Look before you change. Read the part of a file that you are going to edit, and search for callers before you alter anything that other files can see.
- Make the smallest change that does what was asked. Do not rename, reformat or move code on the way, even where you would have written it differently.
- After an edit the copy of the file further up in this conversation is out of date. Read it again when you need exact text; old_string has to match the file character by character.
- Calls that do not depend on each other go into one reply. Calls that need the answer of another call wait for it.
- Run the tests that cover a change before you go on to the next one, and the whole suite before you say that you are done. A test that you did not run has not passed.
- When a command fails, read its message to the end before trying again. Do not run the same command a second time in the hope of another outcome.

# What the user says
- Rules that the user sets hold until the user lifts them, however long ago they were set. Before you report, go through them one by one.
- If a rule and the task collide, stop and say so; do not pick one in silence.
- When the user has to decide something, ask one question and say what you would do.
- Names, ports, codes and dates that the user gives are to be used exactly as given.

# Writing code
- TypeScript, strict, without \`any\`. Follow the style of the file that you are in: imports, quotes, order of members.
- Errors carry a code, the id of what they are about, and the cause. Never swallow one, and never turn a specific error into a general one.
- No new packages unless the user has agreed to it.
- Comments say why. What the code does, the code says itself.
- Tests stand in test/, under the same path as the file they cover. Fixtures are built by functions, not copied around.

# Tools
- read_file numbers the lines; the numbers are not part of the file. Long files can be read in pieces with offset and limit.
- grep_search takes plain text, not a pattern, and tells file and line. It is cheaper than reading: use it to find out where, and read_file to find out what.
- edit_file replaces one exact occurrence. With an empty old_string it creates a file. It refuses when the text is missing or occurs twice.
- run_shell starts in the repository root, has no network, and is stopped after two minutes.

# Reporting
- While you work, one or two sentences per step: what you saw and what you do next.
- At the end of a task: what changed and where, what you ran and how it came out, what is still open. Give paths and numbers, not adjectives.
- If something did not work, say that first.`

function tool(
  name: string,
  description: string,
  properties: Readonly<Record<string, { readonly type: string; readonly description: string }>>,
  required: readonly string[],
): ToolDefinition {
  return {
    name,
    description,
    input_schema: { type: 'object', properties, required, additionalProperties: false },
  }
}

const PATH = { type: 'string', description: 'Path from the repository root, with forward slashes.' }

/** The five tools of the coding agent. */
export const AGENT_TOOLS: readonly ToolDefinition[] = Object.freeze([
  tool(
    'read_file',
    'Returns the text of a file with numbered lines. Reads at most 2000 lines at once; longer files need offset and limit.',
    {
      path: PATH,
      offset: { type: 'integer', description: 'First line to return, counted from 1. Default 1.' },
      limit: { type: 'integer', description: 'How many lines to return. Default 2000.' },
    },
    ['path'],
  ),
  tool(
    'grep_search',
    'Finds plain text in the files of the repository and returns path, line number and line of every match, ordered by path.',
    {
      query: { type: 'string', description: 'The text to look for, case-sensitive.' },
      path: { type: 'string', description: 'Folder to search in. Default: the whole repository.' },
    },
    ['query'],
  ),
  tool(
    'list_files',
    'Lists the files below a folder with their sizes, ordered by path. Hidden folders and node_modules are left out.',
    { path: PATH },
    ['path'],
  ),
  tool(
    'edit_file',
    'Replaces the only occurrence of old_string in a file by new_string. An empty old_string creates the file with new_string as its text.',
    {
      path: PATH,
      old_string: { type: 'string', description: 'Exact text to replace, including indentation.' },
      new_string: { type: 'string', description: 'Text to put in its place.' },
    },
    ['path', 'old_string', 'new_string'],
  ),
  tool(
    'run_shell',
    'Runs a command in the repository root and returns what it printed, followed by its exit code when that is not 0.',
    {
      command: { type: 'string', description: 'The command line.' },
      timeout_ms: { type: 'integer', description: 'Stop the command after this time. Default 120000.' },
    },
    ['command'],
  ),
])

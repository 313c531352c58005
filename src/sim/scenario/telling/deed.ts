import type { Fact } from './fact.ts'
import type { Answer, Call } from './recorder.ts'
import type { SpeechKind } from '../text/speech.ts'
import type { Topic } from './voice.ts'
import { fileName, functionIn, matchCount, searchReport } from './workspace.ts'
import type { Workspace } from './workspace.ts'

/** One call of the agent, its result, and how the agent mentions it in its next reply. */
export interface Deed {
  readonly call: Call
  /** Performs the call; called once, after its reply was written. */
  readonly perform: () => Answer
  readonly saw: SpeechKind
  readonly topic: Topic
  /** The file that the call shows or changes, '' for none. */
  readonly path: string
  /** For an edit, the text it replaces; null for other calls and for a new file. */
  readonly replaces: string | null
}

export function listDeed(workspace: Workspace, path: string): Deed {
  return {
    call: { name: 'list_files', input: { path } },
    perform: () => ({ text: workspace.list(path) }),
    saw: 'saw-list',
    topic: { path, count: String(workspace.paths(path).length) },
    path: '',
    replaces: null,
  }
}

/** A search; `facts` makes facts from its matches when it is performed. */
export function searchDeed(
  workspace: Workspace,
  query: string,
  folder: string,
  factsOf: (report: string) => readonly Fact[] = () => [],
): Deed {
  const matches = workspace.search(query, folder)
  const files = new Set(matches.map((it) => it.path)).size
  const report = searchReport(matches, 60)
  return {
    call: { name: 'grep_search', input: folder === '.' ? { query } : { query, path: folder } },
    perform: () => ({ text: report, plants: factsOf(report) }),
    saw: matches.length === 0 ? 'saw-nothing' : 'saw-search',
    topic: { query, path: folder, matches: matchCount(matches.length, files) },
    path: '',
    replaces: null,
  }
}

/** Reads a file, or the piece of it around a function. */
export function readDeed(workspace: Workspace, path: string, around?: string, saw?: SpeechKind): Deed {
  const found = around === undefined ? null : functionIn(workspace.text(path), around)
  const piece =
    found === null ? null : { offset: Math.max(1, found.first - 12), limit: found.lines.length + 40 }
  const names = functionNames(workspace.text(path))
  const [fn, fn2] = around === undefined ? names : [around, ...names.filter((name) => name !== around)]
  return {
    call: { name: 'read_file', input: piece === null ? { path } : { path, ...piece } },
    perform: () => ({ text: workspace.show(path, piece?.offset, piece?.limit) }),
    saw: saw ?? (fn === undefined || fn2 === undefined ? 'saw-text' : 'saw-read'),
    topic: { path, file: fileName(path), fn: fn ?? '', fn2: fn2 ?? '' },
    path,
    replaces: null,
  }
}

/** Replaces text in a file. The call fails if the text is not there, as it does for an agent with an old copy. */
export function editDeed(
  workspace: Workspace,
  path: string,
  before: string,
  after: string,
  fn: string,
): Deed {
  const topic = { path, file: fileName(path), fn }
  return {
    call: { name: 'edit_file', input: { path, old_string: before, new_string: after } },
    perform: () => {
      const done = workspace.edit(path, before, after)
      return done === null
        ? { text: `old_string was not found exactly once in ${path}. Nothing was changed.`, failed: true }
        : { text: done }
    },
    saw: workspace.text(path).includes(before) ? 'saw-edit' : 'saw-stale-edit',
    topic,
    path,
    replaces: before,
  }
}

export function createDeed(workspace: Workspace, path: string, text: string): Deed {
  return {
    call: { name: 'edit_file', input: { path, old_string: '', new_string: text } },
    perform: () => {
      workspace.put(path, text)
      return { text: `Created ${path} with ${text.split('\n').length - 1} lines.` }
    },
    saw: 'saw-created',
    topic: { path, file: fileName(path), fn: functionNames(text)[0] ?? '' },
    path,
    replaces: null,
  }
}

/** A command with an output given by the story; `effect` is its effect on the workspace. */
export function shellDeed(
  command: string,
  output: string,
  saw: SpeechKind,
  topic: Topic,
  plants: readonly Fact[] = [],
  effect: () => void = () => {},
): Deed {
  const failed = /exit code [1-9]/.test(output)
  return {
    call: { name: 'run_shell', input: { command } },
    perform: () => {
      effect()
      return { text: output, failed, plants }
    },
    saw,
    topic,
    path: '',
    replaces: null,
  }
}

/** Names of the functions and methods that a text declares, in order. */
export function functionNames(text: string): string[] {
  const names = [...text.matchAll(/^(?:export )?(?:async )?function\*? (\w+)|^ {2}async (\w+)\(/gm)]
  return names.map((match) => match[1] ?? match[2] ?? '')
}

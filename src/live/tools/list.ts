import type { LiveTool } from '../live.ts'
import { editFile } from './edit-file.ts'
import { grepSearch } from './grep-search.ts'
import { listFiles } from './list-files.ts'
import { readFile } from './read-file.ts'
import { runShell } from './run-shell.ts'
import { writeFile } from './write-file.ts'

/** Every tool of the sandbox, by the name that a call has. */
export const tools: Readonly<Record<string, LiveTool>> = Object.freeze({
  list_files: listFiles,
  read_file: readFile,
  grep_search: grepSearch,
  run_shell: runShell,
  edit_file: editFile,
  write_file: writeFile,
})

import type { SettingsOf, SettingsSpec } from '../../core/setting.ts'
import { count, onOff, share, toolNames } from '../../core/setting.ts'

/** The article's four tools, and their names in other agents. */
const READING_TOOLS = [
  'read_file',
  'grep_search',
  'list_files',
  'run_shell',
  'Read',
  'Grep',
  'Glob',
  'LS',
  'Bash',
  'search_text',
  'search_file_content',
  'list_directory',
  'read_many_files',
  'run_shell_command',
  'run_tests',
  'shell',
  'bash',
  'exec_command',
  'execute_bash',
  'str_replace_editor',
]

const result = (value: number, meaning: string) =>
  count(value, [100, 100_000_000], 'characters', [1_000, 100_000], meaning)
const bytes = (value: number, meaning: string) =>
  count(value, [100, 100_000_000], 'bytes', [1_000, 100_000], meaning)
const keep = (value: number, meaning: string) => count(value, [0, 1_000], 'results', [0, 20], meaning)
const part = (value: number, meaning: string) => share(value, 'effective window', [0.3, 0.95], meaning)

/** Settings of `tiered` (“Claude Code from Scratch”, the small agent). */
export const tieredSpec = {
  reserve_tokens: count(
    20_000,
    [0, 1_000_000],
    'tokens',
    [0, 50_000],
    'Subtracted from the window before shares are computed; at least half the window remains.',
  ),
  persist_above_bytes: bytes(30_720, 'A larger result is stored and replaced by a preview.'),
  preview_lines: count(200, [1, 100_000], 'lines', [10, 500], 'Lines of a preview at most.'),
  preview_bytes: bytes(8_192, 'Bytes of a preview at most.'),
  cut_above_characters: result(50_000, 'A longer result keeps its head and its tail.'),
  budget_from: part(0.5, 'From this share on, each result has the first budget.'),
  budget_characters: result(30_000, 'The first budget of a result.'),
  tight_budget_from: part(0.7, 'Above this each result has the tight budget.'),
  tight_budget_characters: result(15_000, 'The tight budget of a result.'),
  snip_from: part(0.6, 'Above this older results of the same file or tool are snipped.'),
  snip_tools: toolNames(READING_TOOLS, 'Tools whose results may be snipped.'),
  snip_keep_per_tool: keep(3, 'Newest results of each tool that are not snipped.'),
  keep_results: keep(3, 'Newest results of all tools that are neither snipped nor cleared.'),
  idle_minutes: count(
    5,
    [0, 100_000],
    'minutes',
    [1, 60],
    'After such a pause all but the newest results are cleared.',
  ),
  auto_compact_from: part(0.85, 'Above this the conversation becomes a summary.'),
  least_messages: count(
    4,
    [1, 10_000],
    'messages',
    [2, 20],
    'Minimum number of messages for a compaction; one more with a system message.',
  ),
  summary_tokens: count(2_048, [100, 100_000], 'tokens', [500, 8_000], 'How long that summary may be.'),
} as const satisfies SettingsSpec

/** The settings of the pipeline of a small coding agent (“Claude Code from Scratch”; TIER-1, TIER-2). */
export type TieredSettings = SettingsOf<typeof tieredSpec>

/** Settings of `tiered_full` (“Claude Code from Scratch”, the large agent). */
export const tieredFullSpec = {
  tool_result_characters: result(50_000, 'A longer result is stored and replaced by a preview.'),
  preview_bytes: bytes(2_048, 'Bytes of a preview.'),
  snip_from: share(
    0.6,
    'limit',
    [0.3, 0.95],
    'Above this older results of the same file or tool are snipped.',
  ),
  snip_tools: toolNames(READING_TOOLS, 'Tools whose results may be snipped.'),
  snip_keep_per_tool: keep(3, 'Newest results of each tool that are not snipped.'),
  keep_results: keep(3, 'Newest results of all tools that are neither snipped nor cleared.'),
  clear_from: share(
    0.7,
    'limit',
    [0.3, 0.95],
    'Above this the provider clears all but the newest results while the cache is warm.',
  ),
  cache_minutes: count(
    5,
    [0, 60],
    'minutes',
    [5, 60],
    'How long the prompt cache stays warm after a call; above 5, requests ask for one hour, the maximum.',
  ),
  static_system_until: {
    kind: 'text',
    default: '<!-- dynamic -->',
    pattern: String.raw`^[^\s\p{Cc}](?:[^\p{Cc}]{0,198}[^\s\p{Cc}])?$`,
    form: 'one line of 1 to 200 characters, without blanks around it',
    meaning:
      'The line of the system prompt, after an empty line, that ends its cached part; without it, all of it is cached.',
  },
  collapse: onOff(true, 'Older exchanges are folded behind a summary, and auto-compact waits.'),
  collapse_from: share(0.75, 'limit', [0.3, 0.95], 'Where folding starts.'),
  collapse_keep_messages: count(6, [0, 1_000], 'messages', [2, 20], 'Newest messages that are not folded.'),
  compact_at: {
    kind: 'choice',
    default: 'share',
    choices: { share: 'at compact_share of the limit', margin: 'at the limit minus compact_margin_tokens' },
    meaning: 'Where auto-compact starts.',
  },
  compact_share: share(0.855, 'limit', [0.5, 0.98], 'Share of the limit for compact_at: share.'),
  compact_margin_tokens: count(
    33_000,
    [0, 1_000_000],
    'tokens',
    [5_000, 50_000],
    'Margin for compact_at: margin; at most half the limit.',
  ),
  summary_tokens: count(4_096, [100, 100_000], 'tokens', [500, 8_000], 'How long the summary may be.'),
  restore_files: count(
    5,
    [0, 100],
    'files',
    [0, 10],
    'Number of most recently read files restored after a compaction.',
  ),
  restore_file_tokens: count(
    5_000,
    [0, 1_000_000],
    'tokens',
    [500, 10_000],
    'The most tokens restored of each.',
  ),
  restore_skills: onOff(true, 'Skills that the client injected are restored after a compaction.'),
} as const satisfies SettingsSpec

/** The settings of the five levels of a large agent (“Claude Code from Scratch”; TIER-3). */
export type TieredFullSettings = SettingsOf<typeof tieredFullSpec>

/*
 * What the page says of scenarios and formats before the simulator is loaded. Made from the scenarios and the readers:
 * `npx vitest run src/app/panel/conversation/silhouettes.test.ts -u` makes it again.
 */

/** The names of the scenarios, by group. */
export const SCENARIO_GROUPS = Object.freeze({
  coding: {
    'axios-migration': 'Axios migration',
    'long-coding': 'Long coding session',
    'bug-fix': 'Short bug fix',
    planning: 'Planning over many files',
  },
  chat: {
    'support-chat': 'Support chat',
    'long-chat': 'Long chat',
    'changed-requirements': 'Changed requirements',
    'idle-gaps': 'Idle gaps',
  },
  research: {
    'deep-research': 'Deep web research',
    'data-analysis': 'Data analysis',
    screenshots: 'Screenshots',
    'three-windows': 'Three windows',
  },
  shape: {
    'sub-agents': 'Sub-agent fan-out',
    'parallel-burst': 'Parallel burst',
    'pivot-and-return': 'Pivot and return',
  },
})

export const SCENARIO_LABELS: Readonly<Record<string, string>> = Object.freeze(
  Object.fromEntries(Object.values(SCENARIO_GROUPS).flatMap((group) => Object.entries(group))),
)

/** What people call the formats, in the order in which they are offered. */
export const FORMAT_LABELS: Readonly<Record<string, string>> = Object.freeze({
  'claude-code': 'Claude Code session',
  codex: 'Codex rollout',
  'gemini-cli': 'Gemini CLI session',
  openhands: 'OpenHands events',
  'swe-agent': 'SWE-agent trajectory',
  'mini-swe-agent': 'mini-swe-agent trajectory',
  anthropic: 'Anthropic messages',
  openai: 'OpenAI chat',
  'openai-responses': 'OpenAI Responses',
  langchain: 'LangChain messages',
  'ai-sdk': 'AI SDK messages',
  'gemini-api': 'Gemini API contents',
  'tau-bench': 'τ-bench trajectories',
  'plain-xml': 'chat with calls as XML',
  plain: 'plain Role: text chat',
})

/** The sample of each format, by what writes such logs. */
export const SAMPLE_FILES = Object.freeze({
  agents: {
    'claude-code': 'claude-code.jsonl',
    codex: 'codex.jsonl',
    'gemini-cli': 'gemini-cli.json',
    openhands: 'openhands.json',
    'swe-agent': 'swe-agent.traj',
    'mini-swe-agent': 'mini-swe-agent.traj.json',
  },
  messages: {
    anthropic: 'anthropic.json',
    openai: 'openai.json',
    'openai-responses': 'openai-responses.json',
    langchain: 'langchain.json',
    'ai-sdk': 'ai-sdk.json',
    'gemini-api': 'gemini-api.json',
    'tau-bench': 'tau-bench.json',
  },
  texts: {
    'plain-xml': 'plain-xml.json',
    plain: 'plain.txt',
  },
})

import type { OpenClaim } from './claim.ts'

const ARTICLE = 'Agent Context Window Management'
const NO_MODEL =
  'The simulator measures what is in the prompt and what it costs, never how well a model does with it.'

export const dilution: OpenClaim = {
  id: 'dilution',
  article: ARTICLE,
  section: '1, Context rot; 2, zones',
  claim: 'Accuracy falls past 64,000 tokens, and measurably from three quarters of the window.',
  why: NO_MODEL,
}

export const notesPay: OpenClaim = {
  id: 'notes-pay',
  article: ARTICLE,
  section: '4, note-taking',
  claim: 'Notes pay for themselves in tasks of more than 20 turns, and not below 10.',
  why: 'Whether and what an agent notes is its own decision. Scenarios write no notes, and the mock agents write them by a fixed rule.',
}

export const drift: OpenClaim = {
  id: 'drift',
  article: ARTICLE,
  section: '6, The Bootstrap Sequence',
  claim: 'A task is most often not resumed because its environment has changed between two windows.',
  why: 'Nothing changes between the windows of a conversation here. The text of a new window asks the agent to check what it names.',
}

export const levels: OpenClaim = {
  id: 'levels',
  article: ARTICLE,
  section: '4, progressive summarization',
  claim: 'Key points take 30 % of a text, one line 5 %, a title 1 %.',
  why: 'These shares are settings: the built-in model writes to the length that it is given. What is left of the content is in “What stays”.',
}

export const overhead: OpenClaim = {
  id: 'overhead',
  article: ARTICLE,
  section: '7, metric granularity',
  claim: 'Six health figures cost about 5 ms a turn.',
  why: 'Times differ from machine to machine, so they are not stored here. The command npm run bench measures those of this engine.',
}

export const linear: OpenClaim = {
  id: 'linear',
  article: 'Sliding Message Window',
  section: 'Rationale, Deterministic Performance',
  claim: 'Trimming takes time in proportion to the number of messages.',
  why: 'Times are not stored here. The command npm run bench -- growth measures how those of this engine grow.',
}

export const replyReserve: OpenClaim = {
  id: 'reserve',
  article: 'agentfit-rs',
  section: 'Pitfall 4',
  claim: 'A reserve of 10 to 15 % of the window is enough for replies.',
  why: 'Replies of scenarios have the lengths of published measurements, and no model is cut off here.',
}

import {
  cutAt,
  factKey,
  factsOf,
  factsWithTalk,
  newestFacts,
  pathsOf,
  sentencesOf,
} from '../../engine/internal.ts'
import type { Ask, AskSource, Fact, FactKind } from '../../engine/index.ts'
import { factsToWrite } from './compact.ts'
import { environmentOf } from './environment.ts'
import type { Count } from './fit.ts'
import { readState } from './state.ts'
import type { ToldDecision, ToldIssue, ToldState, ToldSubtask } from './state.ts'

/**
 * The state of the task as JSON, continuing that of `previous`: a newer wording replaces an older one with the same
 * words. If not everything fits, the least important and oldest entries are left out, and the summary says how many. ''
 * if not even the empty state fits.
 */
export function extract(ask: Ask, count: Count): string {
  const previous = readState(ask.previous ?? '')
  const task = asUser(ask.task)
  const facts = newestFacts(ask.sources.flatMap((source) => factsToWrite(source, factsWithTalk(source))))
  const sayings = (kind: FactKind) => facts.filter((fact) => fact.kind === kind).map(({ text }) => text)
  const found = environmentOf(ask.sources)
  const told = goalOf(task)
  const full: ToldState = {
    // A known goal stays: a later process may begin with “go on”. A goal that was cut is completed.
    goal: told.startsWith(previous.goal) ? told || (sayings('goal')[0] ?? '') : previous.goal,
    criteria: joined(previous.criteria, criteriaOf([task, ...ask.sources]), (it) => it),
    constraints: joined(
      previous.constraints,
      newestFacts([...factsWithTalk(task), ...facts])
        .filter(({ kind }) => kind === 'constraint')
        .map(({ text }) => text),
      (it) => factKey('constraint', it),
    ),
    subtasks: subtasksOf(previous.subtasks, facts),
    decisions: joined(previous.decisions, sayings('decision').map(decisionOf), ({ what }) =>
      factKey('decision', what),
    ),
    open: joined(previous.open, sayings('open').map(issueOf), ({ what }) => factKey('open', what)),
    environment: {
      directory: found.directory || previous.environment.directory,
      branch: found.branch || previous.environment.branch,
      services: joined(previous.environment.services, found.services, (it) => it),
    },
    learnings: joined(previous.learnings, sayings('learning'), (it) => it),
    summary: summaryOf(ask.sources, facts) || previous.summary.replace(LEFT_OUT, ''),
  }
  return within(full, ask.maxTokens, count)
}

function asUser(text: string): AskSource {
  return { block: -1, type: 'user_message', role: 'user', turn: -1, tool: '', args: '', text }
}

function goalOf(task: AskSource): string {
  const goals = factsOf(task).filter(({ kind }) => kind === 'goal')
  if (goals.length > 0)
    return goals
      .slice(0, 2)
      .map(({ text }) => text)
      .join(' ')
  return sentencesOf(task.text)[0]?.text ?? ''
}

const CRITERION =
  /\b(?:done when|finished when|accept(?:ed|ance|able)|make sure|ensure|should (?:be|have|pass|work|return|show)|expect(?:ed)? to|success|until (?:all|every|the)|so that)\b/i

function criteriaOf(sources: readonly AskSource[]): readonly string[] {
  const said = sources
    .filter(({ type }) => type === 'user_message')
    .flatMap(({ text }) => sentencesOf(text))
    .map(({ text }) => text)
    .filter((text) => CRITERION.test(text))
  return [...new Set(said)]
}

/** Old and new entries; of two whose names differ only in case or spaces, the newer one at its new position. */
function joined<T>(before: readonly T[], now: readonly T[], nameOf: (entry: T) => string): readonly T[] {
  const held = new Map<string, T>()
  for (const entry of [...before, ...now]) {
    const key = nameOf(entry)
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
    held.delete(key)
    held.set(key, entry)
  }
  return [...held.values()]
}

/** Finished subtasks stay finished; only the newest is in progress, or without one the newest intention. */
function subtasksOf(before: readonly ToldSubtask[], facts: readonly Fact[]): readonly ToldSubtask[] {
  const of = (kind: FactKind, status: ToldSubtask['status']): readonly ToldSubtask[] =>
    facts.filter((fact) => fact.kind === kind).map(({ text }) => ({ title: text, status }))
  const planned = of('next', 'planned')
  const current = of('current', 'in_progress').slice(-1)
  const newest = planned.at(-1)
  const now: readonly ToldSubtask[] =
    current.length > 0 || newest === undefined
      ? [...planned, ...current]
      : [...planned.slice(0, -1), { title: newest.title, status: 'in_progress' }]
  const superseded = now.some(({ status }) => status === 'in_progress')
  return joined(
    before.filter(({ status }) => !superseded || status !== 'in_progress'),
    [...of('done', 'done'), ...now],
    ({ title }) => title,
  )
}

const REASON = /[\s,;:–—-]+(?:because|since|so that|as otherwise|in order to)\s/i
const ALTERNATIVE = /\b(?:instead of|rather than|in favou?r of|not)\s([^,.;()]{3,100})/gi

function decisionOf(said: string): ToldDecision {
  const reason = REASON.exec(said)
  const what = reason === null ? said : said.slice(0, reason.index)
  const why = reason === null ? '' : said.slice(reason.index + reason[0].length)
  return {
    what,
    why,
    alternatives: [...what.matchAll(ALTERNATIVE)].map(([, other]) => (other ?? '').trim()),
  }
}

/** Quoted code, or a path, is the best available way to reproduce it. */
function issueOf(said: string): ToldIssue {
  const quoted = /`([^`]{2,160})`/.exec(said)?.[1]
  return { what: said, reproduce: quoted ?? pathsOf(said)[0] ?? '' }
}

function summaryOf(sources: readonly AskSource[], facts: readonly Fact[]): string {
  const last = sources.findLast(({ type, text }) => type === 'assistant_response' && text.trim() !== '')
  const closing = last === undefined ? [] : sentencesOf(last.text).slice(0, 3)
  const lines = closing.length > 0 ? closing : facts.filter(({ kind }) => kind === 'done').slice(-2)
  return lines.map(({ text }) => text).join(' ')
}

/** Fields that may be shortened, the most important first. */
const ORDER = Object.freeze([
  'constraints',
  'open',
  'decisions',
  'summary',
  'criteria',
  'subtasks',
  'learnings',
] as const)

/** As much of a state as fits. */
function within(full: ToldState, max: number, count: Count): string {
  const text = JSON.stringify(full)
  if (count(text) <= max) return text
  let kept: ToldState = {
    ...full,
    criteria: [],
    constraints: [],
    subtasks: [],
    decisions: [],
    open: [],
    learnings: [],
    summary: '',
  }
  const base = count(JSON.stringify(kept))
  if (base > max) return bare(full, max, count)
  // Space for the note about omissions, if there are any.
  const saying = cost(withLeftOut('', full, kept), count)
  const says = base + saying <= max
  let spent = says ? base + saying : base
  const restore: (() => void)[] = []
  const keep = (next: ToldState, cost: number) => {
    if (spent + cost > max) return
    const before = kept
    restore.push(() => (kept = before))
    kept = next
    spent += cost
  }
  // The current subtask comes first: without it nobody knows where to continue.
  const current = full.subtasks.filter(({ status }) => status === 'in_progress')
  keep({ ...kept, subtasks: current }, cost(current, count))
  for (const field of ORDER) {
    if (field === 'summary') {
      keep({ ...kept, summary: full.summary }, cost(full.summary, count))
      continue
    }
    for (const entry of full[field].toReversed()) {
      if (field === 'subtasks' && current.some((it) => it === entry)) continue
      keep({ ...kept, [field]: [entry, ...kept[field]] }, cost(entry, count))
    }
  }
  for (;;) {
    const told = JSON.stringify(says ? { ...kept, summary: withLeftOut(kept.summary, full, kept) } : kept)
    if (count(told) <= max) return told
    const undo = restore.pop()
    if (undo === undefined) return JSON.stringify(kept)
    undo()
  }
}

const LEFT_OUT = /\s*Left out for room: [^.]*\.$/

/** The summary, followed by how many entries of each field were left out. */
function withLeftOut(summary: string, full: ToldState, kept: ToldState): string {
  const left = ORDER.flatMap((field) => {
    const count = field === 'summary' ? 0 : full[field].length - kept[field].length
    return count === 0 ? [] : [`${field} ${count}`]
  })
  return left.length === 0 ? summary : `${summary} Left out for room: ${left.join(', ')}.`.trim()
}

const COMMA = 2

function cost(entry: unknown, count: Count): number {
  return count(JSON.stringify(entry)) + COMMA
}

/**
 * If there is no room for the second half of the goal, the state has the first half; if not even for that, there is no
 * state.
 */
function bare(full: ToldState, max: number, count: Count): string {
  const environment = { directory: '', branch: '', services: [] }
  const empty: ToldState = { ...readState(''), environment }
  for (let length = full.goal.length; length >= 8; length = Math.floor(length / 2)) {
    const text = JSON.stringify({ ...empty, goal: cutAt(full.goal, length) })
    if (count(text) <= max) return text
  }
  return ''
}

import type { CheckpointContent, MadeDecision, OpenIssue, Subtask } from './checkpoint.ts'
import type { FieldName } from './fields.ts'
import { likeness, tellingWords, wordingOf } from './wording.ts'
import type { Likeness } from './wording.ts'

/** The fields that a task is bound by, without the summary, which is written again with every save. */
export type ContractField = Exclude<FieldName, 'summary'>

/** What happened to an item of the previous checkpoint that a model's answer did not repeat (CROSS-4). */
export interface ContractChange {
  readonly field: ContractField
  /** The item in the previous version. */
  readonly item: string
  /**
   * - `carried`  the answer left it out; it was copied from the previous version
   * - `replaced` a newer item replaces it
   * - `gone`     it is in no version from this one on
   */
  readonly became: 'carried' | 'replaced' | 'gone'
  /** The item that replaced it; null for the others. */
  readonly by: string | null
}

/** A checkpoint's content with items carried over from the previous one, and what happened to the others. */
export interface CarriedOver {
  readonly content: CheckpointContent
  readonly changes: readonly ContractChange[]
}

/**
 * Compares an answer with the previous version, item by item, so that nothing is dropped silently (CROSS-4). `likeness`
 * decides when two items are the same; the status of a subtask does not count.
 *
 * What the user sets, and where the work is done, is carried over: goal, criteria, constraints, directory and branch.
 * An answer cannot say that the user withdrew a rule, so leaving it out means nothing. The reasons and alternatives of
 * a decision that is kept, and the way to reproduce an issue, are carried over too. What an agent settles itself may
 * go: an issue is solved, a plan is given up, a learning is no longer useful. Such items are named and not carried
 * over; otherwise a checkpoint would fill with outdated items.
 *
 * A newer item replaces an older one that it revises. A decision also replaces what it names as its alternative, and
 * work in progress replaces the previous work in progress.
 */
export function carryOver(previous: CheckpointContent, answer: CheckpointContent): CarriedOver {
  const changes: ContractChange[] = []
  const tell = (
    field: ContractField,
    item: string,
    became: ContractChange['became'],
    by: string | null = null,
  ): void => {
    if (item.trim() !== '') changes.push({ field, item, became, by })
  }

  /** For a single text; '' if unknown. */
  function only(field: ContractField, was: string, is: string): string {
    if (is.trim() === '') tell(field, was, 'carried')
    else if (was.trim() !== '' && likeness(wordingOf(was), wordingOf(is)) !== 'same')
      tell(field, was, 'replaced', is)
    return is.trim() === '' ? was : is
  }

  /** Items that are texts; carried items come first, because they are older. */
  function list(
    field: 'criteria' | 'constraints' | 'environment' | 'learnings',
    was: readonly string[],
    is: readonly string[],
  ): readonly string[] {
    const carries = field === 'criteria' || field === 'constraints'
    const carried: string[] = []
    eachFate(was, is, (item, like, at) => {
      if (like === 'revised') tell(field, item, 'replaced', is[at] ?? '')
      if (like !== 'other') return
      tell(field, item, carries ? 'carried' : 'gone')
      if (carries) carried.push(item)
    })
    return [...carried, ...is]
  }

  function subtasks(was: readonly Subtask[], is: readonly Subtask[]): readonly Subtask[] {
    const titles = was.map(({ title }) => title)
    const current = is.findLast(({ title, status }) => status === 'in_progress' && !titles.includes(title))
    eachFate(
      titles,
      is.map(({ title }) => title),
      (item, like, at, old) => {
        if (like === 'same') return
        const by = like === 'revised' ? is[at] : was[old]?.status === 'in_progress' ? current : undefined
        tell('subtasks', item, by === undefined ? 'gone' : 'replaced', by?.title ?? null)
      },
    )
    return is
  }

  function decisions(was: readonly MadeDecision[], is: readonly MadeDecision[]): readonly MadeDecision[] {
    const made = [...is]
    const known = was.map(({ what }) => what)
    const rejected = is
      .filter(({ what }) => !known.includes(what))
      .flatMap(({ what, alternatives }) =>
        alternatives.map((each) => ({ what, words: [...wordingOf(each).words] })),
      )
    eachFate(
      known,
      is.map(({ what }) => what),
      (item, like, at, old) => {
        const [before, now] = [was[old], made[at]]
        if (like === 'same' && before !== undefined && now !== undefined) {
          const alternatives = now.alternatives.length > 0 ? now.alternatives : before.alternatives
          if (now.why === '') tell('decisions', before.why, 'carried')
          if (now.alternatives.length === 0)
            for (const each of alternatives) tell('decisions', each, 'carried')
          made[at] = { ...now, why: now.why === '' ? before.why : now.why, alternatives }
          return
        }
        const { words } = wordingOf(item)
        const by =
          like === 'revised'
            ? now
            : rejected.find((each) => each.words.length > 0 && each.words.every((word) => words.has(word)))
        tell('decisions', item, by === undefined ? 'gone' : 'replaced', by?.what ?? null)
      },
    )
    return made
  }

  function issues(was: readonly OpenIssue[], is: readonly OpenIssue[]): readonly OpenIssue[] {
    const open = [...is]
    eachFate(
      was.map(({ what }) => what),
      is.map(({ what }) => what),
      (item, like, at, old) => {
        const now = open[at]
        const { reproduce = '' } = was[old] ?? {}
        if (like === 'other' || now === undefined) tell('open', item, 'gone')
        else if (like === 'revised') tell('open', item, 'replaced', now.what)
        else if (now.reproduce === '') {
          tell('open', reproduce, 'carried')
          open[at] = { ...now, reproduce }
        }
      },
    )
    return open
  }

  const [was, is] = [previous.environment, answer.environment]
  const content: CheckpointContent = {
    goal: only('goal', previous.goal, isCut(answer.goal, previous.goal) ? '' : answer.goal),
    criteria: list('criteria', previous.criteria, answer.criteria),
    constraints: list('constraints', previous.constraints, answer.constraints),
    subtasks: subtasks(previous.subtasks, answer.subtasks),
    decisions: decisions(previous.decisions, answer.decisions),
    open: issues(previous.open, answer.open),
    environment: {
      directory: only('environment', was.directory, is.directory),
      branch: only('environment', was.branch, is.branch),
      services: list('environment', was.services, is.services),
    },
    learnings: list('learnings', previous.learnings, answer.learnings),
    summary: answer.summary,
  }
  return { content, changes }
}

/** Ends a goal that was cut for lack of space. */
export const CUT_GOAL = '… (cut, the whole goal is in the checkpoint)'

/** A goal cut for lack of space is still the same goal, also if it is repeated as it was shown. */
function isCut(goal: string, whole: string): boolean {
  const marked = plainly(CUT_GOAL)
  const [said, known] = [plainly(goal), plainly(whole)]
  const shown = said.endsWith(marked) ? said.slice(0, -marked.length) : said
  return shown.length < known.length && known.startsWith(shown)
}

/** Without white space, and with one kind of dots, as a model may write them. */
function plainly(text: string): string {
  return text.replace(/\s+/g, '').replaceAll('...', '…')
}

/** If very many items share a word, only this many are compared; an item without a match is reported in any case. */
const MOST_COMPARED = 64

/**
 * Calls `visit` with every older item, its likeness to a newer one, and that one's index (-1 if there is none). A newer
 * item that is the same as some older one is not a revision of another: both were there before.
 */
function eachFate(
  was: readonly string[],
  is: readonly string[],
  visit: (item: string, like: Likeness, at: number, old: number) => void,
): void {
  const older = was.map(wordingOf)
  const known = new Set(older.map(({ plain }) => plain))
  const places = new Map<string, number>()
  const holders = new Map<string, number[]>()
  const newer = is.map(wordingOf)
  newer.forEach(({ plain, words }, at) => {
    if (!places.has(plain)) places.set(plain, at)
    if (known.has(plain)) return
    for (const word of words) {
      const holding = holders.get(word)
      if (holding === undefined) holders.set(word, [at])
      else holding.push(at)
    }
  })
  was.forEach((item, old) => {
    const wording = older[old]
    if (wording === undefined) return
    const same = places.get(wording.plain)
    if (same !== undefined) {
      visit(item, 'same', same, old)
      return
    }
    let revised = -1
    const telling = tellingWords(wording, (word) => holders.get(word)?.length ?? 0)
    const candidates = new Set(telling.flatMap((word) => (holders.get(word) ?? []).slice(0, MOST_COMPARED)))
    for (const at of candidates) {
      const other = newer[at]
      const like = other === undefined ? 'other' : likeness(wording, other)
      if (like === 'same') {
        visit(item, 'same', at, old)
        return
      }
      if (like === 'revised') revised = at
    }
    visit(item, revised < 0 ? 'other' : 'revised', revised, old)
  })
}

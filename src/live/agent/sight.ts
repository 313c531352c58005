import { partsOf, textOf } from '../../engine/internal.ts'
import type { Message } from '../../engine/index.ts'
import { REFUSED } from '../growing.ts'
import type { SeenCall } from './seen-call.ts'
import { withStored } from './stored.ts'

/** What an agent sees of its conversation: only one request. */
export interface Sight {
  /** Its current task, if still visible: words of the user, or the goal of a summary. Null: none. */
  readonly task: string | null
  /** Whether the task came after all of the agent's messages. */
  readonly fresh: boolean
  /** The number of the next step. */
  readonly step: number
  /** The number of the first step after the newest user message, as far as the agent can tell. */
  readonly since: number
  /**
   * The agent's notes in its newest visible message, by heading; if none is visible, those that a summary kept. A
   * report ends its work, and has no notes.
   */
  readonly notes: ReadonlyMap<string, readonly string[]>
  /** Whether it worked before and its newest messages are gone: the notes are outdated or missing. */
  readonly forgot: boolean
  /** How often it asked for its task, as far as it can tell. */
  readonly asked: number
  /** Its messages that are still visible, oldest first. */
  readonly said: readonly string[]
  readonly calls: readonly SeenCall[]
  /** Ids of calls that are already used. */
  readonly ids: ReadonlySet<string>
  /** Whether the user refused one of the newest calls. */
  readonly refused: boolean
}

interface Said {
  readonly text: string
  readonly at: number
}

/** Reads a request as far as an agent understands it. Never throws: it skips what it does not understand. */
export function sightOf(messages: readonly Message[]): Sight {
  const said: Said[] = []
  const asked: Said[] = []
  const goals: string[] = []
  const notices: string[] = []
  const calls: SeenCall[] = []
  const steps: { readonly step: number; readonly at: number }[] = []
  const place = new Map<string, number>()
  let at = 0
  for (const message of messages) {
    for (const part of partsOf(message)) {
      at += 1
      if (part.type === 'tool_use') {
        place.set(part.id, calls.length)
        steps.push({ step: Number(OWN_ID.exec(part.id)?.[1] ?? 0), at })
        calls.push({ name: part.name, input: part.input, result: null, failed: false, at })
      } else if (part.type === 'tool_result') {
        const index = place.get(part.tool_use_id) ?? -1
        const call = calls[index]
        if (call !== undefined)
          calls[index] = { ...call, result: textOf(part), failed: part.is_error === true, at }
      } else if (part.type === 'text' && message.role === 'assistant') {
        const step = stepIn(part.text)
        if (step === 0) continue
        said.push({ text: part.text, at })
        steps.push({ step, at })
      } else if (part.type === 'text') {
        const goal = goalIn(part.text)
        if (goal !== null) goals.push(goal)
        if (isNotice(part.text)) notices.push(part.text)
        else asked.push({ text: part.text, at })
      }
    }
  }
  const lastAsked = asked.at(-1)
  const lastSaid = said.at(-1)
  const fresh = lastAsked !== undefined && lastAsked.at > (lastSaid?.at ?? 0)
  const notes = lastSaid === undefined ? notesRecalled(notices) : notesIn(lastSaid.text)
  const noted = fresh ? undefined : notes.get(SINCE)?.[0]
  const before = lastAsked === undefined ? [] : steps.filter((one) => one.at < lastAsked.at)
  const askedBefore = notes.get(ASKED)?.[0] ?? ''
  const lastResults = messages.at(-1)
  return {
    task: lastAsked?.text ?? goals.at(-1) ?? null,
    fresh,
    step: 1 + highest(steps),
    since: noted === undefined || !/^\d{1,6}$/.test(noted) ? 1 + highest(before) : Number(noted),
    notes,
    forgot:
      lastSaid === undefined ? calls.length > 0 || notes.size > 0 : stepIn(lastSaid.text) < highest(steps),
    asked: /^\d{1,6}$/.test(askedBefore) ? Number(askedBefore) : 0,
    said: said.map(({ text }) => text),
    calls: withStored(calls),
    ids: new Set(place.keys()),
    refused:
      lastResults !== undefined && partsOf(lastResults).some((part) => textOf(part).startsWith(REFUSED)),
  }
}

/** Heading of the note that counts how often it asked for its task. */
export const ASKED = 'asked for the task'

/** How an agent asks for its task. */
export const ASKS = 'What should I do?'

const STEP = /^Step (\d{1,6})\. /
/** Ids made by `replyWith`: they show the step even if its text is gone. */
const OWN_ID = /^mock_(\d{1,6})_/

/** Heading of the note with the first step of a task: earlier messages may be gone. */
export const SINCE = 'since step'

/** The number of the step that a text of an agent begins with, 0 for none. */
function stepIn(text: string): number {
  return Number(STEP.exec(text)?.[1] ?? 0)
}

function highest(steps: readonly { readonly step: number }[]): number {
  return steps.reduce((most, { step }) => Math.max(most, step), 0)
}

/** Text that a client inserts for removed content, or at the start of a new window. */
function isNotice(text: string): boolean {
  return /^\s*(?:\[[A-Z]|# |## )/.test(text)
}

/** The goal in a summary or a bootstrap. */
function goalIn(text: string): string | null {
  if (!isNotice(text)) return null
  return /^## (?:Goal|Request and intent)\n+(?:- )?(.+)$/m.exec(text)?.[1] ?? null
}

/** Headings of an agent's notes, one line each, at the end of its message. */
function notesIn(text: string): ReadonlyMap<string, readonly string[]> {
  const lines = [...text.matchAll(/^\[(\w[\w ]*): (.*)\]$/gm)]
  return new Map(
    lines.map(([, heading = '', items = '']) => [heading, items.split(' | ').filter((item) => item !== '')]),
  )
}

/**
 * Such lines quoted in summaries and in notes by others, complete or cut. The last item of a cut line may be
 * incomplete, so it does not count.
 */
function notesRecalled(notices: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const recalled = new Map<string, readonly string[]>()
  for (const text of notices)
    for (const [, heading = '', items = '', close = ''] of text.matchAll(
      /\[([a-z][a-z ]*): ([^\]\n]*)(\]?)/g,
    )) {
      const whole = items.split(' | ').map((item) => item.trim())
      const kept = (close === '' ? whole.slice(0, -1) : whole).filter((item) => item !== '')
      recalled.set(heading, [...new Set([...(recalled.get(heading) ?? []), ...kept])])
    }
  return recalled
}

/** The inverse: notes as lines. */
export function noteLines(notes: ReadonlyMap<string, readonly string[]>): string {
  return [...notes]
    .filter(([, items]) => items.length > 0)
    .map(([heading, items]) => `\n[${heading}: ${items.join(' | ')}]`)
    .join('')
}

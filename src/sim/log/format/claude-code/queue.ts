import type { Json, Milliseconds } from '../../../../engine/index.ts'
import { at, textOf } from '../../json/guard.ts'
import { instantOf } from '../../read/instant.ts'
import type { LogRecord } from '../../read/reader.ts'
import { beginningOf, isNotice } from './attachment.ts'

/**
 * The lines of a session, where each message that the user typed while the agent worked is an attachment, as newer
 * versions write it, though the file has it only in lines of the client's queue.
 */
export function withQueued(records: readonly LogRecord[]): readonly LogRecord[] {
  const taken = new Queue().takenIn(records)
  if (taken.size === 0) return records
  const ordered: LogRecord[] = []
  // the lines of the turn that took it are often older and come after it
  const late: LogRecord[] = []
  let newest: Milliseconds = 0
  for (const record of records) {
    const time = instantOf(at(record.value, 'timestamp'))
    if (time !== null && time > newest) ordered.push(...late.splice(0))
    const prompt = taken.get(record)
    if (prompt === undefined) {
      ordered.push(record)
      continue
    }
    newest = Math.max(newest, time ?? 0)
    const attachment = { type: 'queued_command', commandMode: 'prompt', prompt }
    late.push({
      ...record,
      value: { type: 'attachment', timestamp: at(record.value, 'timestamp') ?? null, attachment },
    })
  }
  return [...ordered, ...late]
}

/** One message in the queue. */
interface Waiting {
  readonly text: string
  gone: boolean
}

/** What became of all messages with one text. */
interface Fate {
  readonly waiting: Waiting[]
  /** How many left the queue for a line of their own that is still to come. */
  due: number
  /** The lines by which they left it for the running turn. */
  readonly taken: LogRecord[]
}

/**
 * Follows the client's queue. A message leaves it by one of three operations: after `dequeue` it has a line of its own;
 * by `popAll` it goes back to the user; by `remove` it goes to the running turn or, in versions that write attachments
 * and gave no reason yet, may be withdrawn.
 */
class Queue {
  readonly #order: Waiting[] = []
  #first = 0
  readonly #fates = new Map<string, Fate>()
  #version = ''

  /** The lines by which a message left that has no line of its own, with its text. */
  takenIn(records: readonly LogRecord[]): ReadonlyMap<LogRecord, string> {
    for (const record of records) this.#read(record)
    this.#fates.delete('')
    return new Map(
      [...this.#fates].flatMap(([text, { taken }]) => taken.map((record) => [record, text] as const)),
    )
  }

  #read(record: LogRecord): void {
    const { value } = record
    this.#version = textOf(at(value, 'version')) ?? this.#version
    switch (at(value, 'type')) {
      case 'queue-operation':
        return this.#moved(record)
      case 'user':
        return this.#said(at(value, 'message', 'content'))
      case 'attachment':
        return this.#said(at(value, 'attachment', 'prompt'))
      default:
    }
  }

  #moved(record: LogRecord): void {
    const text = textOf(at(record.value, 'content'))?.trim()
    switch (at(record.value, 'operation')) {
      case 'enqueue': {
        // some versions do not write the text
        const waiting = { text: text ?? '', gone: false }
        if (!isTyped(waiting.text)) return
        this.#order.push(waiting)
        this.#fateOf(waiting.text).waiting.push(waiting)
        return
      }
      case 'dequeue': {
        const fate = this.#leaves(text)
        if (fate) fate.due += 1
        return
      }
      case 'remove': {
        const fate = this.#leaves(text)
        if (this.#isTaken(record.value)) fate?.taken.push(record)
        return
      }
      case 'popAll':
        this.#leaves(text)
        if (text === undefined) while (this.#leaves());
        break
      default:
    }
  }

  /** A line of its own: it follows the operation or comes before it, and older versions write no operation. */
  #said(content: Json | undefined): void {
    const text = beginningOf(content).trim()
    const fate = text === '' ? undefined : this.#fates.get(text)
    if (fate === undefined) return
    if (fate.due > 0) fate.due -= 1
    else if (!nextOf(fate)) fate.taken.pop()
  }

  #leaves(text?: string): Fate | undefined {
    if (text !== undefined) {
      const fate = this.#fates.get(text)
      return fate && nextOf(fate) ? fate : undefined
    }
    while (this.#order[this.#first]?.gone === true) this.#first += 1
    const waiting = this.#order[this.#first]
    if (waiting === undefined) return undefined
    waiting.gone = true
    return this.#fateOf(waiting.text)
  }

  #fateOf(text: string): Fate {
    const fate = this.#fates.get(text) ?? { waiting: [], due: 0, taken: [] }
    this.#fates.set(text, fate)
    return fate
  }

  #isTaken(value: Json): boolean {
    const reason = at(value, 'reason')
    return reason === undefined ? !writesAttachments(this.#version) : reason === 'absorbed_mid_turn'
  }
}

/** Takes one of these messages out of the queue; which one makes no difference. */
function nextOf({ waiting }: Fate): boolean {
  let next = waiting.pop()
  while (next?.gone === true) next = waiting.pop()
  if (next) next.gone = true
  return next !== undefined
}

/** False for commands of the client, its notices, and messages of other agents, which are one element. */
function isTyped(text: string): boolean {
  const [, element] = /^<([a-z][\w-]*)[\s>]/.exec(text) ?? []
  return (
    !/^\/[\w:-]+(?:\s|$)/.test(text) &&
    !isNotice(text, undefined) &&
    (element === undefined || !text.endsWith(`</${element}>`))
  )
}

/** From 2.1.97 on what was typed while the agent worked is in an attachment. */
function writesAttachments(version: string): boolean {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map((part) => Number.parseInt(part, 10))
  return major > 2 || (major === 2 && (minor > 1 || (minor === 1 && patch >= 97)))
}

import type { Json, Message, WindowId } from '../../../engine/index.ts'
import { MAIN_WINDOW } from '../read/assemble.ts'
import type { Conversation } from '../read/assemble.ts'
import { instantOf } from '../read/instant.ts'
import { at, countOf, isList, isRecord } from '../json/guard.ts'
import type { JsonRecord } from '../json/guard.ts'
import { partsOfList } from '../read/part.ts'
import type { ReadOptions } from '../read/reader.ts'
import type { Report } from '../read/report.ts'
import type { Translated, Translator } from './conversation.ts'

/** Messages that always stay before a summary: the user's first request. */
const KEPT_BEFORE = 1

/**
 * Summaries that a client marks in its list of messages (`isSummary`, in Roo Code and the old Cline). Older versions
 * keep in the file only the first message and the summary of what they removed: it stays, as a summary and not as a
 * reply. Newer versions keep all messages in the file: then the summary is undone, or a new window continues from it.
 */
export function withSummaries(translator: Translator, options: ReadOptions): Translator {
  const condensing = new Condensing(options)
  const read =
    (inner: 'message' | 'reply'): Translator['message'] =>
    (value, path, report) =>
      isRecord(value) && at(value, 'isSummary') === true
        ? condensing.summary(value, path, report)
        : at(value, 'isTruncation') === true
          ? condensing.truncation(value)
          : condensing.placed(translator[inner](value, path, report))
  return {
    message: read('message'),
    reply: read('reply'),
    finish: (report) => {
      translator.finish?.(report)
      condensing.finish(report)
    },
    windows: () => condensing.windows,
  }
}

class Condensing {
  readonly #keep: boolean
  readonly #windows: Conversation['windows'][number][] = [MAIN_WINDOW]
  /** The messages so far, without summaries; null for one that was left out. */
  readonly #messages: (Message | null)[] = []
  #before = 0
  #standing = 0
  #undone = 0

  constructor({ recordedEdits }: ReadOptions) {
    this.#keep = recordedEdits === 'keep'
  }

  get windows(): Conversation['windows'] {
    return this.#windows
  }

  /** A message that is not a summary, in the current window. */
  placed(translated: Translated | null): Translated | null {
    if (translated?.summary === true) return translated
    this.#messages.push(translated?.message ?? null)
    if (translated === null) return null
    this.#before += 1
    return { window: this.#window, ...translated }
  }

  summary(value: JsonRecord, path: string, report: Report): Translated | null {
    const content = at(value, 'content')
    const text =
      typeof content === 'string'
        ? content
        : isList(content)
          ? partsOfList(content, `${path}.content`, report)
              .map((part) => (part.type === 'text' ? part.text : ''))
              .join('\n\n')
          : undefined
    if (text === undefined) {
      report.mismatch(`${path}.content`, 'a string or a list', content)
      return null
    }
    const stands = this.#before <= KEPT_BEFORE
    const count = Math.min(countOf(at(value, 'stays') ?? null) ?? 0, this.#messages.length)
    const stays = this.#messages.slice(this.#messages.length - count).filter((message) => message !== null)
    if (stands) this.#standing += 1
    else this.#undone += 1
    if (!stands && this.#keep)
      this.#windows.push({ id: this.#windows.length, parent: this.#window, kind: 'continuation' })
    return {
      message: { role: 'user', content: text },
      time: instantOf(at(value, 'ts') ?? at(value, 'timestamp')),
      usage: null,
      model: null,
      window: this.#window,
      summary: true,
      ...(!stands && {
        edit: {
          kind: 'compaction',
          trigger: null,
          tokensBefore: countOf(at(value, 'tokensBefore')),
          summary: text,
          ...(stays.length > 0 && { stays }),
        },
        ...(!this.#keep && { undone: true }),
      }),
    }
  }

  /** The client removed messages, and does not say which, or cleared results: they stay. */
  truncation(value: Json): Translated {
    const tokensFreed = countOf(at(value, 'tokensFreed'))
    const listed = at(value, 'cleared')
    const cleared = isList(listed) ? listed.filter((id) => typeof id === 'string') : []
    return {
      message: { role: 'user', content: '' },
      time: null,
      usage: null,
      model: null,
      window: this.#window,
      undone: true,
      edit: {
        kind: 'microcompaction',
        trigger: null,
        tokensBefore: countOf(at(value, 'tokensBefore')),
        ...(tokensFreed !== null && { tokensFreed }),
        ...(cleared.length > 0 && { cleared }),
      },
    }
  }

  finish(report: Report): void {
    if (this.#standing > 0)
      report.infer(
        `The log continues from a summary by its own client: the summarized messages are no longer in the file; the summary replaces them.`,
      )
    if (this.#undone > 0 && !this.#keep)
      report.infer(`Compactions undone (summaries left out, full conversation continued): ${this.#undone}.`)
  }

  get #window(): WindowId {
    return this.#windows.at(-1)?.id ?? MAIN_WINDOW.id
  }
}

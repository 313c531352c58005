import { partsOf } from '../../engine/internal.ts'
import type { Turn } from '../../engine/index.ts'
import type { Trace, TraceTurn } from '../trace/trace.ts'

/** How much of a conversation is shown. */
export interface Part {
  readonly turns: number
  /** Content blocks of its messages. */
  readonly blocks: number
}

/** What a page shows in an instant: more than the longest agent sessions known. Everything it draws is linear in both. */
export const SHOWN: Part = { turns: 5000, blocks: 25_000 }

/** What a page can show at all, if a person waits for it: more would not fit in the memory of a browser's tab. */
export const MOST_SHOWN: Part = { turns: 20_000, blocks: 100_000 }

/**
 * The beginning of a log, as it was after the last of its turns: as many whole turns as fit in `part`, but at least one.
 * The same trace if all of it fits.
 */
export function firstTurns(trace: Trace, part: Part): Trace {
  const count = fittingTurns(trace, part)
  if (count === trace.turns.length) return trace
  const turns = trace.turns.slice(0, count)
  // Messages are numbered in the order of their turns.
  const messages = turns.flatMap(messagesOf).reduce((most, index) => Math.max(most, index), -1) + 1
  const isKept = (turn: Turn): boolean => turn < count
  const windows = trace.windows.filter(({ opened }) => isKept(opened))
  const goesOn = new Set(windows.map(({ kind, parent }) => (kind === 'continuation' ? parent : null)))
  return {
    ...trace,
    messages: trace.messages.slice(0, messages),
    turns,
    windows: windows.map((window) => {
      const { id, closed } = window
      const isClosed = closed !== null && (closed < count - 1 || goesOn.has(id))
      return isClosed ? window : { ...window, closed: null }
    }),
    injected: trace.injected.filter((message) => message < messages),
    ...(trace.summaries !== undefined && {
      summaries: trace.summaries.filter((message) => message < messages),
    }),
    needs: trace.needs.filter(({ turn }) => isKept(turn)),
    recordedEdits: trace.recordedEdits.filter(({ turn }) => isKept(turn)),
    ...(trace.subtasks !== undefined && { subtasks: trace.subtasks.filter(({ to }) => isKept(to)) }),
    lacksOverhead: trace.lacksOverhead && turns.some(({ usage }) => usage !== null),
    counts: null,
  }
}

function fittingTurns(trace: Trace, part: Part): number {
  let blocks = 0
  for (const turn of trace.turns) {
    for (const index of messagesOf(turn)) {
      const message = trace.messages[index]
      if (message !== undefined) blocks += partsOf(message).length
    }
    if (turn.turn > 0 && (turn.turn >= part.turns || blocks > part.blocks)) return turn.turn
  }
  return trace.turns.length
}

function messagesOf({ inputs, response }: TraceTurn): readonly number[] {
  return response === null ? inputs : [...inputs, response]
}

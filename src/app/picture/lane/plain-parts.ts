import type { Turn, WindowId } from '../../../engine/index.ts'
import type { TimelineData } from '../../../sim/index.ts'
import { actsFrom, taskFate, taskOf } from '../../../view/index.ts'
import type { Scale } from '../plot/scale.ts'
import { PLAIN_TEXT } from '../words.ts'

/**
 * The lines of a picture in plain words: tokens above which something is removed, by the line that says so; where nothing
 * is removed, the run ends as soon as the reply has no room.
 */
export function plainLines(data: TimelineData) {
  const ends = data.spec.config.strategy === 'unmanaged'
  const begins = actsFrom(data)
  return { begins, ends, acts: ends ? data.limit - data.reserve : (begins?.tokens ?? null) }
}

/** Pixels that the names of the parts need beside the playhead, and those between two of them. */
export interface Room {
  readonly room: number
  readonly apart: number
}

/** The name of a part of the prompt, beside the playhead. */
export interface PlainPart {
  readonly name: 'base' | 'task' | 'rest'
  readonly text: string
  /** Pixels from the top of the picture. */
  readonly y: number
  /** Whether it says that something is lost. */
  readonly lost: boolean
  /** False where the part is too thin to be named. */
  readonly shown: boolean
}

export interface PlainParts {
  /** Where they stand: after the playhead, or before it if there is no room after it. */
  readonly anchor: 'start' | 'end'
  readonly parts: readonly PlainPart[]
}

/** Where the playhead is. */
export interface PlainPlace {
  readonly turn: Turn
  /** Of the conversation. */
  readonly turns: number
  /** Pixels of the playhead. */
  readonly x: number
}

/**
 * What a window holds in plain words, in a turn: instructions, the task, and the rest. Null for a turn without a prompt
 * in this window, for the last one, and where there is no room.
 */
export function plainParts(
  data: TimelineData,
  window: WindowId,
): (place: PlainPlace, scale: Scale, room: Room) => PlainParts | null {
  const task = taskOf(data, window)
  const fate = taskFate(data, window)
  const missed = data.needs.flatMap(({ turn, source, resolution }) =>
    source === task?.id && resolution === 'lost' ? [turn] : [],
  )
  return ({ turn, turns, x }, scale, { room, apart }) => {
    const record = data.turns[turn]
    const after = x + room < scale.width - scale.right
    if (record?.window !== window || turn >= turns - 1 || !(after || x - room > scale.left)) return null
    const { system_prompt: system, tool_definition: tools } = record.byType
    const base = system + tools
    const lost = fate !== null && fate.lost !== null && turn >= fate.lost
    const own = task === undefined || fate === null || lost ? 0 : task.tokens
    const rest = record.used - base - own
    const told = missed.includes(turn)
      ? PLAIN_TEXT[after ? 'taskMissed' : 'taskMissedShort']
      : lost
        ? PLAIN_TEXT.taskGone
        : PLAIN_TEXT.task
    let floor = Number.POSITIVE_INFINITY
    const part = (name: PlainPart['name'], text: string, at: number, shown = true): PlainPart => {
      const y = Math.min(scale.y(at), floor - apart, scale.height - apart / 2)
      floor = y
      return { name, text, y, lost: name === 'task' && lost, shown }
    }
    return {
      anchor: after ? 'start' : 'end',
      parts: [
        part('base', PLAIN_TEXT.base, base / 2),
        ...(task === undefined || fate === null ? [] : [part('task', told, base + own / 2)]),
        part('rest', PLAIN_TEXT.rest, base + own + rest / 2, rest > own),
      ],
    }
  }
}

import { driveSync } from '../../../engine/index.ts'
import { inPrompt, ORIGINAL } from '../../../engine/internal.ts'
import type { AskSource, BlockId, Probe, Tick, WindowId } from '../../../engine/index.ts'
import { resume, startBefore } from '../replay/resume.ts'
import { originalOf } from '../timeline/again.ts'
import { entriesAt } from '../timeline/recorder.ts'
import type { Timeline } from '../timeline/timeline.ts'

/** Characters of a call's arguments that the heading of its result quotes. */
const ARGUMENTS_QUOTED = 400

/** Questions about a compression, and the two contexts that they are asked about (HEALTH-3). */
export interface FidelityQuestions {
  /** Index in `timeline.edits`. */
  readonly edit: number
  /** The questions whose number the run recorded. */
  readonly probes: readonly Probe[]
  /** The window's prompt before the edit and after it, block by block, whole. */
  readonly before: readonly AskSource[]
  readonly after: readonly AskSource[]
}

/**
 * The questions of a compression, by replaying from the nearest snapshot before it, and the prompt before and after the
 * edit, from the spans. Yields after every turn, so that a worker can cancel it.
 *
 * @throws RangeError for an edit that the run does not have or that compressed nothing, and where `explain` does
 */
export function* fidelityQuestions(
  timeline: Timeline,
  edit: number,
): Generator<null, FidelityQuestions, void> {
  const { data } = timeline
  const record = data.edits[edit]
  if (record === undefined) throw new RangeError(`the run has ${data.edits.length} edits, so none at ${edit}`)
  if (record.compression === null) throw new RangeError(`this edit compressed nothing: ${edit}`)
  const { turn, tick, window } = record
  const start = startBefore(timeline, turn)
  const replay = resume(timeline, start, false)
  for (let step = start.turn; step < turn; step++) {
    replay.advance(driveSync(replay.step(step), replay.answer))
    yield null
  }
  // The questions are made only for this turn, not for the turns before it.
  const detailed = resume(timeline, { ...replay.position(), turn }, true)
  const outcome = driveSync(detailed.step(turn), detailed.answer)
  const probes = outcome.changes.find((change) => change.tick === tick)?.edit?.compression?.questions ?? []
  return {
    edit,
    probes,
    before: promptAt(timeline, tick - 1, window),
    after: promptAt(timeline, tick, window),
  }
}

/** The prompt of a window at a tick. */
function promptAt({ data, intake }: Timeline, tick: Tick, window: WindowId): readonly AskSource[] {
  const original = (id: BlockId): string => {
    const block = data.blocks[id]
    const own = block === undefined ? id : originalOf(block)
    return own < intake.blocks.length ? intake.text(own) : ''
  }
  return entriesAt(data.spans, tick, window)
    .filter(inPrompt)
    .flatMap(({ block: id, content }): AskSource[] => {
      const block = data.blocks[id]
      if (block === undefined) return []
      const { type, role, turn, call } = block
      const before = type === 'tool_result' ? (call?.before ?? null) : null
      return [
        {
          block: id,
          type,
          role,
          turn,
          tool: call?.name ?? '',
          args: before === null ? '' : original(before).slice(0, ARGUMENTS_QUOTED),
          text: content === ORIGINAL ? original(id) : (data.contents[content] ?? ''),
        },
      ]
    })
}

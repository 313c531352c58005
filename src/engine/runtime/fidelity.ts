import { answerable } from '../fidelity/answer.ts'
import { probesOf } from '../fidelity/probes.ts'
import { indexOfLines, normalText } from '../fidelity/text-index.ts'
import type { TextIndex } from '../fidelity/text-index.ts'
import type { Compression } from '../stage/contract/stage.ts'
import type { Tokens } from '../core/units.ts'
import type { Applied } from '../core/window/change.ts'
import { inPrompt, ORIGINAL } from '../core/window/window.ts'
import type { Window } from '../core/window/window.ts'
import type { CompressionRecord } from './record.ts'

/** Texts of a window's entries. */
export interface WindowTexts {
  readonly text: (block: number) => string
  readonly stored: (content: number) => string
  /** Whether the questions themselves are kept too. */
  readonly detail: boolean
}

/**
 * Records a compression and what it kept: questions about the compressed part, asked of the whole window afterwards
 * (HEALTH-3), because its other content helps as well.
 *
 * @param run the same object in every turn of a run
 * @param asks indices of its requests in the turn's list
 * @param most maximum number of questions; 0 for a run whose fidelity nobody reads
 */
export function compressionRecord(
  run: object,
  compression: Compression,
  applied: Applied,
  asks: readonly number[],
  texts: WindowTexts,
  most: number,
): Omit<CompressionRecord, 'window'> {
  const { step, before, after, sources, subagent } = compression
  const probes = most === 0 ? [] : probesOf(sources, most)
  return {
    step,
    before,
    after,
    spanRatio: ratio(before, after),
    windowRatio: ratio(applied.before, applied.after),
    probes: probes.length,
    kept: probes.length === 0 ? 0 : stillAnswered(),
    asks,
    subagent,
    ...(texts.detail ? { questions: probes } : {}),
  }

  function stillAnswered(): number {
    const index = indexOf(run, applied.window, texts)
    return probes.filter((probe) => answerable(probe, index)).length
  }
}

/** The texts of a run's last measured window in normal form: most of the next window is the same. */
const normals = new WeakMap<object, ReadonlyMap<string, string>>()

function indexOf(run: object, { entries }: Window, { text, stored }: WindowTexts): TextIndex {
  const before = normals.get(run)
  const now = new Map<string, string>()
  normals.set(run, now)
  return indexOfLines(
    entries.filter(inPrompt).map(({ block, content }) => {
      const line = content === ORIGINAL ? text(block) : stored(content)
      const normal = before?.get(line) ?? normalText(line)
      now.set(line, normal)
      return normal
    }),
  )
}

function ratio(before: Tokens, after: Tokens): number {
  return before / Math.max(1, after)
}

/** Only a worker has to fetch it first. */
export async function loadFidelity(): Promise<void> {}

import type { GuardSettings } from '../../policy/guards/guarded.ts'
import { done, skipped } from '../contract/trigger.ts'
import type { Block } from '../../core/message/block.ts'
import { splitsPair } from '../../core/message/head-and-tail.ts'
import { isLonger, prefixOf, utf8Bytes } from '../tiered/stored-page.ts'
import { arrivedResults } from '../tiered/results.ts'
import { pageOf, previewOf, placeIn, storedIn, storedName } from '../tiered/stored-result.ts'
import type { PreviewSize, ReadBack } from '../tiered/stored-result.ts'
import type { Change } from '../../core/window/change.ts'
import { quiet } from '../contract/quiet.ts'
import type { EditPlan, Stage, StageContext } from '../contract/stage.ts'
import type { WindowView } from '../../policy/window/view.ts'
import { above, byAmount } from '../../policy/edit-trigger.ts'
import type { PlannedTrigger } from '../../policy/edit-trigger.ts'
import type { StageEntry } from './entry.ts'
import { GATES } from './obeyed.ts'

/** Size above which results are stored, and how much of a stored one is shown. */
export interface PersistSettings {
  /** Name of the stage: the small agent and the large one each have their own. */
  readonly name: string
  /** The setting of that size. */
  readonly key: string
  readonly above: { readonly unit: 'bytes' | 'characters'; readonly size: number }
  readonly preview: PreviewSize
}

/**
 * Large results are stored as they arrive, and replaced by a preview with the name for reading them (TIER-1, TIER-3). A
 * stored result that was read back whole is shown as its first page, and not stored again under a second name, which
 * would be read back in turn.
 */
export function persistResults(settings: PersistSettings, protects: GuardSettings): Stage<null> {
  return {
    name: settings.name,
    phase: 'result',
    initial: null,
    act: quiet((view, state, context) => {
      const edits: EditPlan[] = []
      for (const { entry, block } of arrivedResults(view)) {
        const text = context.text(block.id)
        if (!isLarge(text, settings.above)) continue
        if (context.pinned.has(block.id) || protects.protectedTypes.includes('tool_result')) continue
        const source = storedBefore(block, view, context, settings.above)
        const shown =
          source === null
            ? previewOf(block, text, settings.preview)
            : pageOf(source, readBack(block, source, text, context), pageEnd(text, settings.above))
        const tokens = context.count(shown)
        if (tokens >= entry.tokens - entry.overhead) continue
        const verb: Change['verb'] = source === null ? 'replace' : 'clip'
        edits.push({
          changes: [{ verb, block: block.id, content: context.store(shown), tokens }],
          trigger: triggerOf(text, settings),
        })
      }
      if (edits.length === 0) return skipped(state, 'below_trigger')
      return done(state, edits)
    }),
  }
}

/**
 * The block whose stored result a call read back, null if it read none. Recognized by the name in the call, which
 * contains turn, tool and number; only large results have such a name, so nothing has to be remembered.
 */
function storedBefore(
  result: Block,
  view: WindowView,
  { text }: StageContext,
  above: PersistSettings['above'],
): Block | null {
  const call = result.call?.before ?? null
  const args = call === null ? '' : text(call)
  const id = storedIn(args)
  // A number may be made up: only earlier blocks exist.
  if (id === null || id >= result.id) return null
  const source = view.block(id)
  const named = source.type === 'tool_result' && args.includes(storedName(source))
  return named && isLarge(text(id), above) ? source : null
}

function readBack({ call }: Block, source: Block, text: string, context: StageContext): ReadBack {
  const before = call?.before ?? null
  const args = before === null ? '' : context.text(before)
  return { text, whole: context.text(source.id), asked: placeIn(args, storedName(source)) }
}

function isLarge(text: string, { unit, size }: PersistSettings['above']): boolean {
  return unit === 'bytes' ? isLonger(text, size) : text.length > size
}

function pageEnd(text: string, { unit, size }: PersistSettings['above']): number {
  if (unit === 'bytes') return prefixOf(text, size)
  return splitsPair(text, size) ? size - 1 : size
}

function triggerOf(text: string, { above: { unit, size }, key }: PersistSettings): PlannedTrigger {
  return above(unit, unit === 'bytes' ? utf8Bytes(text) : text.length, size, byAmount(key, size))
}

export const persistResultsEntry = {
  name: 'persist_results',
  label: 'Store large results',
  meaning: 'Large results are stored on arrival; a preview with the file’s name replaces them.',
  phase: 'result',
  settings: ['tiered.persist_above_bytes', 'tiered.preview_lines', 'tiered.preview_bytes', ...GATES],
  build: ({ tiered, eviction }) =>
    persistResults(
      {
        name: 'persist_results',
        key: 'tiered.persist_above_bytes',
        above: { unit: 'bytes', size: tiered.persistAboveBytes },
        preview: { lines: tiered.previewLines, bytes: tiered.previewBytes },
      },
      eviction,
    ),
} as const satisfies StageEntry

export const storeResultsEntry = {
  name: 'store_results',
  label: 'Store results over their limit',
  meaning: 'A result over the character limit is stored; a short preview replaces it.',
  phase: 'result',
  settings: ['tiered_full.tool_result_characters', 'tiered_full.preview_bytes', ...GATES],
  build: ({ tieredFull, eviction }) =>
    persistResults(
      {
        name: 'store_results',
        key: 'tiered_full.tool_result_characters',
        above: { unit: 'characters', size: tieredFull.toolResultCharacters },
        preview: { lines: Infinity, bytes: tieredFull.previewBytes },
      },
      eviction,
    ),
} as const satisfies StageEntry

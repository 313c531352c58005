import { MEDIA, ORIGINAL } from '../../engine/internal.ts'
import type {
  BlockId,
  MediaTokens,
  ModalityTokens,
  Tick,
  Tokens,
  Turn,
  WindowId,
} from '../../engine/index.ts'
import type { TimelineData } from '../../sim/index.ts'
import type { CsvCell } from './csv.ts'
import { sumOfBlocks } from '../layout/axis.ts'
import { cell } from '../layout/piece.ts'
import { tokens } from '../sentence/format.ts'

type ModalityData = Pick<TimelineData, 'turns' | 'blocks' | 'spans'>

/** The non-text modalities of a conversation; empty if it is all text. */
export function mediaKinds({ blocks }: Pick<TimelineData, 'blocks'>): readonly (keyof MediaTokens)[] {
  const all = blocks.flatMap(({ media }) => media ?? [])
  return MEDIA.filter((kind) => all.some((media) => media[kind] > 0))
}

/**
 * Tokens of a turn's prompt by modality, summing to those of its blocks (TRIM-1, LED-1); null for a turn that the run
 * did not reach. Text that replaced a picture is text.
 */
export function modalitiesAt(data: ModalityData, turn: Turn): ModalityTokens | null {
  const record = data.turns[turn]
  if (record === undefined) return null
  return sumAt(data, mediaRows(data), record.window, record.points.sent.tick, sumOfBlocks(record))
}

/** Columns of a sheet of turns: none for a run that is all text. */
export function modalityColumns(data: ModalityData): {
  readonly head: readonly string[]
  readonly of: (turn: Turn) => readonly CsvCell[]
} {
  const rows = mediaRows(data)
  const kinds = mediaKinds(data)
  if (kinds.length === 0) return { head: [], of: () => [] }
  const shown = ['text', ...kinds] as const
  return {
    head: shown.map((modality) => `${MODALITY_LABELS[modality]}: tokens`),
    of: (turn) => {
      const record = data.turns[turn]
      if (record === undefined) return shown.map(() => null)
      const sum = sumAt(data, rows, record.window, record.points.sent.tick, sumOfBlocks(record))
      return shown.map((modality) => sum[modality])
    },
  }
}

/** The non-text part of an original block, in words: `images 1,334`; '' for a block that is all text. */
export function mediaOfBlock(
  { blocks, exact }: Pick<TimelineData, 'blocks' | 'exact'>,
  block: BlockId,
): string {
  const media = blocks[block]?.media
  return media === undefined ? '' : ofMedia(media, exact)
}

/** Spans of unchanged blocks that are not all text. */
function mediaRows({ blocks, spans }: ModalityData): readonly number[] {
  const rows: number[] = []
  if (!blocks.some(({ media }) => media !== undefined)) return rows
  for (let row = 0; row < spans.length; row++) {
    // The spans of cleared or folded blocks have their current tokens: none.
    if (spans.content[row] !== ORIGINAL || cell(spans.tokens, row) === 0) continue
    if (blocks[cell(spans.block, row)]?.media !== undefined) rows.push(row)
  }
  return rows
}

function sumAt(
  { blocks, spans }: ModalityData,
  rows: readonly number[],
  window: WindowId,
  tick: Tick,
  all: Tokens,
): ModalityTokens {
  const sum = { text: all, images: 0, documents: 0, audio: 0 }
  for (const row of rows) {
    if (spans.window[row] !== window) continue
    if (cell(spans.fromTick, row) > tick || tick >= cell(spans.toTick, row)) continue
    const media = blocks[cell(spans.block, row)]?.media
    if (media === undefined) continue
    for (const kind of MEDIA) {
      sum[kind] += media[kind]
      sum.text -= media[kind]
    }
  }
  return sum
}

export const MODALITY_LABELS: Readonly<Record<keyof ModalityTokens, string>> = Object.freeze({
  text: 'text',
  images: 'images',
  documents: 'documents',
  audio: 'audio',
})

/** How each modality is counted if not as text (TOK-3). */
const RULES: Readonly<Record<keyof MediaTokens, string>> = Object.freeze({
  images: 'Images are counted by their size in pixels',
  documents: 'documents (PDF) by the page',
  audio: 'audio by the second',
})

/** `images 1,334, documents 2,000`: the non-text part of the figure beside it. '' for none. */
export function ofMedia(media: MediaTokens, exact = true): string {
  return MEDIA.filter((kind) => media[kind] > 0)
    .map((kind) => `${MODALITY_LABELS[kind]} ${tokens(media[kind], { exact })}`)
    .join(', ')
}

/** How the given modalities are counted, as a sentence. */
export function countedBy(kinds: readonly (keyof MediaTokens)[]): string {
  const rules = kinds.map((kind) => RULES[kind])
  const text = rules.join(', ')
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}, never as text.`
}

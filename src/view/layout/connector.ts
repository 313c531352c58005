import type { BlockId, Tokens } from '../../engine/index.ts'
import { intoOf } from './ending.ts'
import type { Ending } from './ending.ts'
import type { MovedPiece } from './layout.ts'

/**
 * The target of a connector: a summary, the report of a sub-agent, the newest block of a merge, or another position.
 */
export type ConnectorKind = 'summary' | 'report' | 'merged' | 'moved'

/**
 * A line from where a block ended to where the same edit put its result: its summary, the report of the sub-agent, the
 * block it was merged into, or itself at another position. In a band of several blocks one line represents all with the
 * same target, drawn for the largest.
 */
export interface Connector {
  readonly kind: ConnectorKind
  /** Position in `timeline.edits`. */
  readonly edit: number
  readonly block: BlockId
  /** The block that contains it now; the block itself if it was moved. */
  readonly into: BlockId
  /** In turns and tokens: the middle of the old block, and of the new one. */
  readonly from: { readonly x: number; readonly y: Tokens }
  readonly to: { readonly x: number; readonly y: Tokens }
}

/** An end that may have a target. */
interface Loose {
  readonly ending: Ending
  readonly band: number
  readonly x: number
  readonly low: Tokens
  readonly high: Tokens
}

/** Matches ends and beginnings of one move of the strata picture. */
export class ConnectorPen {
  readonly #drawn: Connector[] = []
  readonly #stands = new Map<BlockId, Tokens>()
  #loose: Loose[] = []

  /** @param y the middle of what began, or changed */
  stand(block: BlockId, y: Tokens): void {
    this.#stands.set(block, y)
  }

  end(ending: Ending, band: number, x: number, { low0: low, high0: high }: MovedPiece): void {
    if (leadsTo(ending) !== null) this.#loose.push({ ending, band, x, low, high })
  }

  /** Connects the ends and beginnings of a move. @param x its end */
  settle(x: number): void {
    const largest = new Map<string, { readonly loose: Loose; readonly into: BlockId; readonly y: Tokens }>()
    for (const loose of this.#loose) {
      const into = leadsTo(loose.ending)
      const y = into === null ? undefined : this.#stands.get(into)
      if (into === null || y === undefined) continue
      const key = `${loose.ending.edit.edit} ${loose.band} ${into}`
      const before = largest.get(key)?.loose
      if (before === undefined || before.high - before.low < loose.high - loose.low)
        largest.set(key, { loose, into, y })
    }
    for (const { loose, into, y } of largest.values()) {
      const { edit, part } = loose.ending
      this.#drawn.push({
        kind: kindOf(loose.ending),
        edit: edit.edit,
        block: part.block,
        into,
        from: { x: loose.x, y: (loose.low + loose.high) / 2 },
        to: { x, y },
      })
    }
    this.#loose = []
    this.#stands.clear()
  }

  /** In order of the edits, then of the prompt. */
  list(): readonly Connector[] {
    return this.#drawn.toSorted((a, b) => a.edit - b.edit || a.from.y - b.from.y || a.block - b.block)
  }
}

/** The block that absorbed a block, as recorded by the edit; itself if it was moved. */
function leadsTo({ edit, part }: Ending): BlockId | null {
  return part.verb === 'move' ? part.block : intoOf(edit, part)
}

function kindOf({ part, reason }: Ending): ConnectorKind {
  if (part.verb === 'move') return 'moved'
  if (reason === 'merged') return 'merged'
  return reason === 'delegated' ? 'report' : 'summary'
}

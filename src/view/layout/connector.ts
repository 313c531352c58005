import type { BlockId, Tokens } from '../../engine/index.ts'
import { intoOf } from './ending.ts'
import type { Ending } from './ending.ts'
import type { MovedPiece } from './layout.ts'

/** What a connector leads to: a summary, the report of a sub-agent, the newest of a merge, or another place. */
export type ConnectorKind = 'summary' | 'report' | 'merged' | 'moved'

/**
 * A line from where a block ended to where the same edit put what it became: its summary, the report of the
 * sub-agent it went to, the block it was merged into, or itself at another place. In a band of several
 * blocks one line stands for all that went the same way, that of the largest.
 */
export interface Connector {
  readonly kind: ConnectorKind
  /** Position in `timeline.edits`. */
  readonly edit: number
  readonly block: BlockId
  /** The block that holds it now; the block itself where it was moved. */
  readonly into: BlockId
  /** In turns and tokens: the middle of what the block was, and of what it became. */
  readonly from: { readonly x: number; readonly y: Tokens }
  readonly to: { readonly x: number; readonly y: Tokens }
}

/** An end that may lead somewhere. */
interface Loose {
  readonly ending: Ending
  readonly band: number
  readonly x: number
  readonly low: Tokens
  readonly high: Tokens
}

/** Joins the ends and the beginnings of a move of the strata picture. */
export class ConnectorPen {
  readonly #drawn: Connector[] = []
  readonly #stands = new Map<BlockId, Tokens>()
  #loose: Loose[] = []

  /** @param y the middle of what began, or stands changed */
  stand(block: BlockId, y: Tokens): void {
    this.#stands.set(block, y)
  }

  end(ending: Ending, band: number, x: number, { low0: low, high0: high }: MovedPiece): void {
    if (leadsTo(ending) !== null) this.#loose.push({ ending, band, x, low, high })
  }

  /** Joins what a move ended and began. @param x where it is over */
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

/** The block that a block went into, as the edit recorded it; itself where it was moved. */
function leadsTo({ edit, part }: Ending): BlockId | null {
  return part.verb === 'move' ? part.block : intoOf(edit, part)
}

function kindOf({ part, reason }: Ending): ConnectorKind {
  if (part.verb === 'move') return 'moved'
  if (reason === 'merged') return 'merged'
  return reason === 'delegated' ? 'report' : 'summary'
}

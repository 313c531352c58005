import type { AuditFilter, AuditKind } from '../../../view/index.ts'

/** The current filter. The turn is the playhead's, so only whether it is used is stored. */
export interface Narrowed {
  readonly kinds: ReadonlySet<AuditKind>
  readonly stage: string
  readonly text: string
  readonly onlyTurn: boolean
}

export const NOTHING_LEFT_OUT: Narrowed = Object.freeze({
  kinds: new Set<AuditKind>(),
  stage: '',
  text: '',
  onlyTurn: false,
})

export function isNarrowed({ kinds, stage, text, onlyTurn }: Narrowed): boolean {
  return kinds.size > 0 || stage !== '' || text.trim() !== '' || onlyTurn
}

export function filterOf({ kinds, stage, text, onlyTurn }: Narrowed, turn: number): AuditFilter {
  return { kinds, stage, text, turn: onlyTurn ? turn : null }
}

/** The kinds with one added or removed. */
export function withToggled(kinds: ReadonlySet<AuditKind>, kind: AuditKind): ReadonlySet<AuditKind> {
  const next = new Set(kinds)
  if (!next.delete(kind)) next.add(kind)
  return next
}

/** Entries per page: a run of a thousand turns has several thousand of them. */
export const PAGE = 100

/** The page with the first entry of a turn, or of the next turn that has one. */
export function pageOfTurn(rows: readonly { readonly turn: number }[], turn: number): number {
  const at = rows.findIndex((row) => row.turn >= turn)
  return Math.floor(Math.max(0, at < 0 ? rows.length - 1 : at) / PAGE)
}

/** Whether a page has an entry of a turn. */
export function holdsTurn(rows: readonly { readonly turn: number }[], page: number, turn: number): boolean {
  return rows.slice(page * PAGE, (page + 1) * PAGE).some((row) => row.turn === turn)
}

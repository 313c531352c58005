import { foldable, foldEffect, foldedRanges, foldService, unfoldEffect } from '@codemirror/language'
import type { EditorState, Extension } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'

const COMMENT = /^\s*#/

/** Comments of several lines fold into their first: what a key means is told where the pointer rests, too. */
export const commentFolding: Extension = foldService.of((state, from) => {
  const { doc } = state
  const first = doc.lineAt(from)
  if (!COMMENT.test(first.text)) return null
  if (first.number > 1 && COMMENT.test(doc.line(first.number - 1).text)) return null
  let last = first
  while (last.number < doc.lines) {
    const next = doc.line(last.number + 1)
    if (!COMMENT.test(next.text)) break
    last = next
  }
  return last.number === first.number ? null : { from: first.to, to: last.to }
})

/** Folds every comment of several lines that does not hold the cursor, or unfolds them all. */
export function foldComments(view: EditorView, fold: boolean): void {
  const { state } = view
  if (!fold) {
    const effects = commentFolds(state).map((range) => unfoldEffect.of(range))
    if (effects.length > 0) view.dispatch({ effects })
    return
  }
  const folded = new Set(commentFolds(state).map(({ from }) => from))
  const { head } = state.selection.main
  const effects = commentRuns(state)
    .filter(({ from, to }) => !folded.has(from) && (head < from || head > to || !view.hasFocus))
    .map((range) => foldEffect.of(range))
  if (effects.length > 0) view.dispatch({ effects })
}

function commentRuns(state: EditorState): readonly { readonly from: number; readonly to: number }[] {
  const runs: { from: number; to: number }[] = []
  for (let number = 1; number <= state.doc.lines; number++) {
    const line = state.doc.line(number)
    if (!COMMENT.test(line.text)) continue
    const run = foldable(state, line.from, line.to)
    if (run === null) continue
    runs.push(run)
    number = state.doc.lineAt(run.to).number
  }
  return runs
}

function commentFolds(state: EditorState): readonly { readonly from: number; readonly to: number }[] {
  const found: { from: number; to: number }[] = []
  foldedRanges(state).between(0, state.doc.length, (from, to) => {
    if (COMMENT.test(state.doc.lineAt(from).text)) found.push({ from, to })
  })
  return found
}

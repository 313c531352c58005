import { foldable, foldEffect, foldedRanges, foldService, unfoldEffect } from '@codemirror/language'
import { RangeSetBuilder, StateEffect, StateField } from '@codemirror/state'
import type { EditorState, Extension, Line } from '@codemirror/state'
import { Decoration, ViewPlugin } from '@codemirror/view'
import type { DecorationSet, EditorView, ViewUpdate } from '@codemirror/view'

const COMMENT = /^\s*#/

const setBrief = StateEffect.define<boolean>()

/** Whether comments take one row each. */
const brief = StateField.define<boolean>({
  create: () => true,
  update: (now, { effects }) => {
    const newest = effects.findLast((effect) => effect.is(setBrief))
    return newest === undefined ? now : newest.value === true
  },
})

/**
 * Starts of lines whose comment is fully visible because somebody edits it. It stays so when the cursor leaves;
 * otherwise a click would move the lines under the pointer.
 */
const written = StateField.define<readonly number[]>({
  create: () => [],
  update: (starts, transaction) => {
    if (transaction.effects.some((effect) => effect.is(setBrief))) return []
    const { changes, state, startState } = transaction
    const kept = transaction.docChanged ? starts.map((start) => changes.mapPos(start, 1)) : starts
    const line = state.doc.lineAt(state.selection.main.head)
    const before = startState.doc.lineAt(startState.selection.main.head)
    const typed = transaction.docChanged && transaction.isUserEvent('input')
    const moved =
      transaction.isUserEvent('select') &&
      !transaction.isUserEvent('select.pointer') &&
      before.from === line.from
    const comment = typed || moved ? commentIn(line) : null
    if (comment === null || state.selection.main.head <= comment || kept.includes(line.from)) return kept
    return [...kept, line.from]
  },
})

const BRIEF = Decoration.line({ class: 'is-brief' })

/** Comments of several lines fold into their first. */
const runFolding: Extension = foldService.of((state, from) => {
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

/** Cuts comments at the end of their row. */
const cutting = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet

    constructor(view: EditorView) {
      this.decorations = briefLines(view)
    }

    update(update: ViewUpdate): void {
      const { state, startState } = update
      const switched =
        state.field(brief) !== startState.field(brief) || state.field(written) !== startState.field(written)
      if (update.docChanged || update.viewportChanged || switched) this.decorations = briefLines(update.view)
    }
  },
  { decorations: ({ decorations }) => decorations },
)

/** Comments in one row each: the meaning of a key is also shown on hover. */
export const briefComments: Extension = [brief, written, runFolding, cutting]

function briefLines(view: EditorView): DecorationSet {
  const { state } = view
  if (!state.field(brief)) return Decoration.none
  const whole = new Set(state.field(written))
  const builder = new RangeSetBuilder<Decoration>()
  for (const { from, to } of view.visibleRanges) {
    for (let at = from; at <= to;) {
      const line = state.doc.lineAt(at)
      if (commentIn(line) !== null && !whole.has(line.from)) builder.add(line.from, line.from, BRIEF)
      at = line.to + 1
    }
  }
  return builder.finish()
}

/** Start of a line's comment; null if there is none, or if the comment is not the long part. */
function commentIn({ text, from }: Line): number | null {
  const before = /^(?:[^#"']{0,36}\s)?(?=#)/.exec(text)?.[0].length
  return before === undefined ? null : from + before
}

/** Folds every comment of several lines without the cursor, or unfolds them all. */
export function foldComments(view: EditorView, fold: boolean): void {
  const { state } = view
  if (!fold) {
    const effects = commentFolds(state).map((range) => unfoldEffect.of(range))
    view.dispatch({ effects: [...effects, setBrief.of(false)] })
    return
  }
  const folded = new Set(commentFolds(state).map(({ from }) => from))
  const { head } = state.selection.main
  const effects = commentRuns(state)
    .filter(({ from, to }) => !folded.has(from) && (head < from || head > to || !view.hasFocus))
    .map((range) => foldEffect.of(range))
  view.dispatch({ effects: [...effects, setBrief.of(true)] })
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

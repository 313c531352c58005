import { RangeSetBuilder } from '@codemirror/state'
import type { Extension } from '@codemirror/state'
import { Decoration, EditorView, ViewPlugin } from '@codemirror/view'
import type { DecorationSet, ViewUpdate } from '@codemirror/view'

/** Maximum indentation of a wrapped line, so that some width is left. */
const MOST = 24

/** Wrapped lines continue below their text, not below the line numbers: a comment after a value below the comment. */
export const hangingIndent: Extension = [
  EditorView.lineWrapping,
  ViewPlugin.fromClass(
    class {
      decorations: DecorationSet

      constructor(view: EditorView) {
        this.decorations = indented(view)
      }

      update(update: ViewUpdate): void {
        if (update.docChanged || update.viewportChanged) this.decorations = indented(update.view)
      }
    },
    { decorations: ({ decorations }) => decorations },
  ),
]

function indented(view: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>()
  for (const { from, to } of view.visibleRanges) {
    for (let at = from; at <= to;) {
      const line = view.state.doc.lineAt(at)
      const wide = hangOf(line.text)
      if (wide > 0) builder.add(line.from, line.from, hanging(wide))
      at = line.to + 1
    }
  }
  return builder.finish()
}

/** Indentation of a wrapped line, in characters. */
export function hangOf(line: string): number {
  const lead = /^ *(?:# |- )?/.exec(line)?.[0].length ?? 0
  return Math.min(MOST, lead)
}

const known = new Map<number, Decoration>()

function hanging(wide: number): Decoration {
  const made =
    known.get(wide) ?? Decoration.line({ attributes: { style: `--hang: ${wide}ch` }, class: 'is-hanging' })
  known.set(wide, made)
  return made
}

import { RangeSet, StateEffect, StateField } from '@codemirror/state'
import type { EditorState, Extension } from '@codemirror/state'
import { Decoration, EditorView, gutter, GutterMarker } from '@codemirror/view'
import type { DecorationSet } from '@codemirror/view'

/** The mark beside a line. */
export interface LineMark {
  /** Offset of the line's first character. */
  readonly from: number
  readonly kind: 'error' | 'warning' | 'info' | 'differs'
  readonly title: string
}

/** Recently changed lines, by their first offsets; an empty list ends it. */
const flashLines = StateEffect.define<readonly number[]>()
/** The line of the key focused elsewhere. */
const meanLine = StateEffect.define<number | null>()
const markLines = StateEffect.define<readonly LineMark[]>()

/** Milliseconds that a changed line is marked before the mark fades; together less than a second. */
const MARKED = 600

const flashed = lineField(flashLines, (starts) => starts, 'is-changed')
const meant = lineField(meanLine, (start) => (start === null ? [] : [start]), 'is-meant')

const marked = StateField.define<RangeSet<Mark>>({
  create: () => RangeSet.empty,
  update: (marks, transaction) => {
    const newest = transaction.effects.findLast((effect) => effect.is(markLines))
    if (newest === undefined) return marks.map(transaction.changes)
    const { length } = transaction.newDoc
    const within = newest.value.filter(({ from }) => from <= length)
    return RangeSet.of(
      within.map((mark) => new Mark(mark).range(mark.from)),
      true,
    )
  },
})

class Mark extends GutterMarker {
  readonly mark: LineMark

  constructor(mark: LineMark) {
    super()
    this.mark = mark
  }

  override eq(other: Mark): boolean {
    return other.mark.kind === this.mark.kind && other.mark.title === this.mark.title
  }

  override toDOM(): Node {
    const { kind, title } = this.mark
    const dot = document.createElement('span')
    dot.className = `line-mark is-${kind}`
    dot.title = title
    return dot
  }
}

/** Marks of lines: recent changes, the focused key, and the gutter with problems and differences. */
export const lineMarks: Extension = [
  flashed,
  meant,
  marked,
  gutter({ class: 'cm-marks', markers: (view) => view.state.field(marked), initialSpacer: () => SPACER }),
]

const SPACER = new Mark({ from: 0, kind: 'differs', title: '' })

/** Marks lines for a moment, counted from 0. Each call restarts it. */
export function createFlash(view: EditorView): { flash(lines: readonly number[]): void; end(): void } {
  let timer = 0
  const end = (): void => {
    window.clearTimeout(timer)
    timer = 0
  }
  return {
    flash(lines) {
      const { doc } = view.state
      const starts = lines.filter((line) => line < doc.lines).map((line) => doc.line(line + 1).from)
      end()
      view.dispatch({ effects: flashLines.of(starts) })
      timer = window.setTimeout(() => {
        view.dispatch({ effects: flashLines.of([]) })
      }, MARKED)
    },
    end,
  }
}

export function setMeant(view: EditorView, offset: number | null): void {
  view.dispatch({ effects: meanLine.of(offset === null ? null : view.state.doc.lineAt(offset).from) })
}

export function setLineMarks(view: EditorView, marks: readonly LineMark[]): void {
  view.dispatch({ effects: markLines.of(marks) })
}

/** Lines with a class of their own, which move with the text. */
function lineField<Value>(
  effect: ReturnType<typeof StateEffect.define<Value>>,
  startsOf: (value: Value) => readonly number[],
  name: string,
): StateField<DecorationSet> {
  const line = Decoration.line({ class: name })
  return StateField.define<DecorationSet>({
    create: () => Decoration.none,
    update: (lines, transaction) => {
      let next = lines.map(transaction.changes)
      for (const one of transaction.effects) {
        if (!one.is(effect)) continue
        const starts = lineStartsIn(transaction.state, startsOf(one.value))
        next = Decoration.set(
          starts.map((start) => line.range(start)),
          true,
        )
      }
      return next
    },
    provide: (field) => EditorView.decorations.from(field),
  })
}

function lineStartsIn({ doc }: EditorState, offsets: readonly number[]): readonly number[] {
  return [...new Set(offsets.map((offset) => doc.lineAt(Math.min(offset, doc.length)).from))]
}

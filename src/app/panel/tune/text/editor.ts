import { closeCompletion, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap } from '@codemirror/commands'
import { yaml } from '@codemirror/lang-yaml'
import { bracketMatching, codeFolding, foldGutter, foldKeymap } from '@codemirror/language'
import { nextDiagnostic, previousDiagnostic, setDiagnostics } from '@codemirror/lint'
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search'
import { Annotation, ChangeSet, EditorState, Prec } from '@codemirror/state'
import type { Extension } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view'
import type { ViewUpdate } from '@codemirror/view'
import type { Declarations } from '../../../store/choice/declarations.ts'
import { EDITOR_TEXT } from './words.ts'
import { briefComments, foldComments } from './comments.ts'
import { settingCompletion, keyDocs, toggleDoc } from './key-docs.ts'
import { nearestPlace } from './finding.ts'
import type { Finding, KeyPlace, Reading } from './finding.ts'
import { hangingIndent } from './hanging.ts'
import { highlight } from './highlight.ts'
import { keyAtCursor } from './setting-doc.ts'
import type { SettingDoc } from './setting-doc.ts'
import { createFlash, lineMarks, setLineMarks, setMeant } from './line-marks.ts'
import type { LineMark } from './line-marks.ts'
import { changedLines, changesBetween } from './text-change.ts'
import type { TextChange } from './text-change.ts'

/** The keys at the cursor. */
export interface CursorPath {
  readonly path: readonly string[]
  /** Whether it is on the key or value itself, not in the space around it. */
  readonly on: boolean
}

/** Callbacks of the editor. */
export interface EditorPorts {
  /** The typed text, at most once per frame. */
  write(text: string): void
  readonly undo: () => void
  readonly redo: () => void
  /** The cursor moved. `byHand`: moved by a person, not by a change from elsewhere. */
  moved(cursor: CursorPath, byHand: boolean): void
  /** Announces the meaning of a setting to screen readers; null: there is none. */
  readonly say: (doc: SettingDoc | null) => void
}

/** A lane's settings in an editor whose document follows the page's state. */
export interface TextEditor {
  /** Updates the document to the state; text typed since the last `write` is kept. */
  show(text: string): void
  /** Shows the problems of a text; ignored if the document has changed. */
  find(reading: Reading, findings: readonly Finding[]): void
  /** Marks the line of a key and scrolls to it; `go` moves the cursor there. Null: no key. */
  mean(key: string | null, places: readonly KeyPlace[], go: boolean): void
  goTo(from: number, to?: number): void
  /** Makes one change to a text; ignored if the document has changed. */
  apply(text: string, change: TextChange): void
  toggleDoc(): void
  focus(): void
  /** Folds comments of several lines, now and in later texts, or unfolds them. */
  foldComments(fold: boolean): void
  /** Writes the unwritten text, and ends. */
  destroy(): void
}

/** Changes that came from the state and are not reported back. */
const fromState = Annotation.define<true>()

/** Longer texts are read when typing pauses, not in every frame; and the length of that pause. */
const LONG = 60_000
const REST = 250
/** Milliseconds within which a change of the state is the response to an undo. */
const ANSWER = 500
/** A change from elsewhere of more lines is another text. */
const ANOTHER = 20

export function createTextEditor(
  parent: HTMLElement,
  given: string,
  label: string,
  declarations: Declarations,
  ports: EditorPorts,
): TextEditor {
  /** The text of the state, after the typed text is written; with single line breaks. */
  let known = plain(given)
  let crlf = given.includes('\r\n')
  /** Text typed since; null for none. */
  let unwritten: ChangeSet | null = null
  let frame = 0
  let rest = 0
  let cursor = 0
  /** When undo or redo was requested here: the cursor follows the change. */
  let asked = -Infinity
  let folding = true

  const flush = (): void => {
    window.cancelAnimationFrame(frame)
    window.clearTimeout(rest)
    frame = 0
    rest = 0
    if (unwritten === null) return
    unwritten = null
    known = view.state.doc.toString()
    ports.write(crlf ? known.replaceAll('\n', '\r\n') : known)
  }
  const flushSoon = (): void => {
    if (view.state.doc.length > LONG) {
      window.clearTimeout(rest)
      rest = window.setTimeout(flush, REST)
    } else if (frame === 0) frame = window.requestAnimationFrame(flush)
  }
  const tellCursor = (byHand: boolean): void => {
    window.cancelAnimationFrame(cursor)
    cursor = window.requestAnimationFrame(() => {
      const { doc, selection } = view.state
      if (doc.length > LONG * 4) return
      const at = keyAtCursor(doc.toString(), selection.main.head, declarations)
      ports.moved({ path: at?.path ?? [], on: at !== null && at.in !== 'blank' }, byHand)
    })
  }
  const onUpdate = (update: ViewUpdate): void => {
    const typed = update.transactions.filter(
      (one) => one.docChanged && one.annotation(fromState) === undefined,
    )
    for (const { changes } of typed) unwritten = unwritten === null ? changes : unwritten.compose(changes)
    if (typed.length > 0) flushSoon()
    // The search panel keeps the focus when it moves the cursor to a match.
    const searched = update.transactions.some((one) => one.isUserEvent('select.search'))
    if (update.docChanged || update.selectionSet)
      tellCursor(searched || (view.hasFocus && (typed.length > 0 || !update.docChanged)))
    else if (update.focusChanged && view.hasFocus) tellCursor(true)
  }
  const again = (step: () => void) => (): boolean => {
    flush()
    asked = performance.now()
    step()
    return true
  }
  const undo = again(ports.undo)
  const redo = again(ports.redo)

  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: known,
      extensions: [
        Prec.high([
          EditorView.domEventHandlers({
            // By character, as on the page: with caps lock, Shift and Z give a small z.
            keydown: ({ key, shiftKey, altKey, ctrlKey, metaKey }) =>
              key.toLowerCase() === 'z' && (ctrlKey || metaKey) && !altKey && (shiftKey ? redo() : undo()),
            // The browser's menu has its own undo.
            beforeinput: ({ inputType }) =>
              inputType === 'historyUndo' ? undo() : inputType === 'historyRedo' && redo(),
          }),
          // On other keyboard layouts, by key code.
          keymap.of([
            { key: 'Mod-z', run: undo, shift: redo, preventDefault: true },
            { key: 'Mod-y', run: redo, preventDefault: true },
          ]),
        ]),
        settingCompletion(declarations),
        keyDocs(declarations, ports.say),
        shown(label),
        keymap.of([
          ...completionKeymap,
          { key: 'F8', run: nextDiagnostic, shift: previousDiagnostic },
          ...searchKeymap.filter(({ key }) => key !== 'Mod-Alt-g'),
          ...foldKeymap,
          ...defaultKeymap,
          // The page's Escape would clear the selection.
          { key: 'Escape', run: () => true, stopPropagation: true },
        ]),
        EditorView.updateListener.of(onUpdate),
      ],
    }),
  })
  const flashing = createFlash(view)
  foldComments(view, true)
  tellCursor(false)
  const apply = (text: string, change: TextChange): void => {
    if (view.state.doc.toString() !== text) return
    const anchor = change.from + change.insert.length
    view.dispatch({ changes: change, selection: { anchor }, userEvent: 'input', scrollIntoView: true })
    view.focus()
  }

  return {
    show(text) {
      const next = plain(text)
      crlf = text.includes('\r\n')
      if (next === known) return
      const length = known.length
      const changes = changesBetween(known, next)
      known = next
      const theirs = ChangeSet.of([...changes], length)
      const mapped = unwritten === null ? theirs : theirs.map(unwritten, true)
      if (unwritten !== null) unwritten = unwritten.map(theirs)
      if (mapped.empty) return
      closeCompletion(view)
      const last = lastChanged(mapped)
      const follow = performance.now() - asked < ANSWER
      asked = -Infinity
      view.dispatch({
        changes: mapped,
        annotations: fromState.of(true),
        ...(follow && { selection: { anchor: last }, scrollIntoView: true }),
      })
      if (folding && changedLines(next, changes).length > ANOTHER) foldComments(view, true)
      flashing.flash(
        unwritten === null ? changedLines(next, changes) : [view.state.doc.lineAt(last).number - 1],
      )
    },
    find(reading, findings) {
      if (view.state.doc.toString() !== reading.text) return
      view.dispatch(
        setDiagnostics(
          view.state,
          findings.map(({ severity, message, from, to, fix }) => ({
            severity,
            message,
            from,
            to,
            ...(fix !== null && {
              actions: [
                {
                  name: fix.title,
                  apply: () => {
                    apply(reading.text, fix.change)
                  },
                },
              ],
            }),
          })),
        ),
      )
      setLineMarks(view, lineMarksOf(view.state, reading, findings, declarations))
    },
    mean(key, places, go) {
      const place = key === null ? null : nearestPlace(places, key)
      if (place === null || place.key.to > view.state.doc.length) {
        setMeant(view, null)
        return
      }
      setMeant(view, place.key.from)
      const { from, to } = place.key
      view.dispatch({
        ...(go && { selection: { anchor: place.value?.from ?? to } }),
        effects: EditorView.scrollIntoView(from, { y: go ? 'center' : 'nearest', yMargin: 24 }),
      })
    },
    goTo(from, to = from) {
      const { length } = view.state.doc
      const [anchor, head] = [Math.min(from, length), Math.min(to, length)]
      view.dispatch({
        selection: { anchor, head },
        effects: EditorView.scrollIntoView(anchor, { y: 'center' }),
      })
      view.focus()
    },
    apply,
    toggleDoc() {
      view.focus()
      toggleDoc(view, declarations, ports.say)
    },
    focus() {
      view.focus()
    },
    foldComments(fold) {
      folding = fold
      foldComments(view, fold)
    },
    destroy() {
      flush()
      flashing.end()
      window.cancelAnimationFrame(cursor)
      view.destroy()
    },
  }
}

/** How the text is shown, and read by screen readers. */
function shown(label: string): Extension {
  const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  return [
    lineMarks,
    lineNumbers(),
    briefComments,
    codeFolding({ placeholderText: '…' }),
    foldGutter({ markerDOM: foldMarker }),
    highlightSpecialChars(),
    drawSelection({ cursorBlinkRate: still ? 0 : 1200 }),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    highlightSelectionMatches(),
    bracketMatching(),
    search({ top: true }),
    yaml(),
    highlight,
    hangingIndent,
    EditorView.contentAttributes.of({
      'aria-label': label,
      'aria-description': EDITOR_TEXT.keys,
      spellcheck: 'false',
      autocorrect: 'off',
      autocapitalize: 'off',
      // Focusable by itself; stated for tools that look for the attribute.
      tabindex: '0',
    }),
  ]
}

function foldMarker(open: boolean): HTMLElement {
  const mark = document.createElement('span')
  mark.textContent = open ? '▾' : '▸'
  mark.title = open ? EDITOR_TEXT.fold : EDITOR_TEXT.unfold
  return mark
}

/** One mark per line: the most severe problem, else whether its key differs from the default. */
function lineMarksOf(
  { doc }: EditorState,
  { places }: Reading,
  findings: readonly Finding[],
  declarations: Declarations,
): readonly LineMark[] {
  const marks = new Map<number, LineMark>()
  for (const { path, key, differs } of places) {
    if (!differs || key.from > doc.length) continue
    const { from } = doc.lineAt(key.from)
    const declared = declarations.settingDoc(path)
    const title =
      declared?.section === true ? EDITOR_TEXT.changedBelow : EDITOR_TEXT.changedMark(declared?.default ?? '')
    marks.set(from, { from, kind: 'differs', title })
  }
  for (const { severity, message, from: at } of findings) {
    const { from } = doc.lineAt(Math.min(at, doc.length))
    const known = marks.get(from)
    if (known !== undefined && GRAVITY.indexOf(known.kind) >= GRAVITY.indexOf(severity)) continue
    marks.set(from, { from, kind: severity, title: message })
  }
  return [...marks.values()].toSorted((a, b) => a.from - b.from)
}

const GRAVITY: readonly LineMark['kind'][] = ['differs', 'info', 'warning', 'error']

function lastChanged(changes: ChangeSet): number {
  let last = 0
  changes.iterChangedRanges((_fromA, _toA, _fromB, toB) => {
    last = toB
  })
  return last
}

/** A text with single line breaks, as in the editor. */
export function plain(text: string): string {
  return text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text
}

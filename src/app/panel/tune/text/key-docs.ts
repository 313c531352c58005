import { StateEffect, StateField } from '@codemirror/state'
import type { EditorState, Extension } from '@codemirror/state'
import { closeHoverTooltips, EditorView, hoverTooltip, keymap, showTooltip } from '@codemirror/view'
import type { Tooltip } from '@codemirror/view'
import type { Declarations } from '../../../store/choice/declarations.ts'
import { keyAtCursor, docElement } from './setting-doc.ts'
import type { SettingDoc } from './setting-doc.ts'
import { acceptCompletion, autocompletion, startCompletion } from '@codemirror/autocomplete'
import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete'

type Reads = Pick<Declarations, 'keyAt' | 'settingDoc'>

/** A place in the text, with its documentation. */
interface DocAt {
  readonly doc: SettingDoc
  /** The key or value there. */
  readonly from: number
  readonly to: number
}

const showDoc = StateEffect.define<Tooltip | null>()

/** The tooltip requested by keyboard; the next change of text or cursor closes it. */
const asked = StateField.define<Tooltip | null>({
  create: () => null,
  update: (tooltip, transaction) => {
    const effect = transaction.effects.findLast((one) => one.is(showDoc))
    if (effect !== undefined) return effect.value
    return transaction.docChanged || transaction.selection !== undefined ? null : tooltip
  },
  provide: (field) => showTooltip.from(field),
})

/** Longer texts are not read on hover. */
const MOST_READ = 200_000

/** The documentation of a key: on hover, and at the cursor with Ctrl+K. `say` announces what is shown by keyboard. */
export function keyDocs(declarations: Reads, say: (doc: SettingDoc | null) => void): Extension {
  return [
    asked,
    hoverTooltip(
      ({ state }, pos) => {
        if (state.field(asked) !== null) return null
        const at = docAt(state, pos, declarations)
        // Not over a comment, nor after the value.
        return at === null || pos > at.to
          ? null
          : { pos: at.from, end: at.to, create: () => ({ dom: domOf(at, state) }) }
      },
      { hoverTime: 350, hideOnChange: true },
    ),
    keymap.of([
      { key: 'Mod-k', preventDefault: true, run: (view) => toggleDoc(view, declarations, say) },
      {
        key: 'Escape',
        run: (view) => {
          if (view.state.field(asked) === null) return false
          view.dispatch({ effects: showDoc.of(null) })
          return true
        },
      },
    ]),
  ]
}

/** Shows or hides the documentation of the key at the cursor. */
export function toggleDoc(
  view: EditorView,
  declarations: Reads,
  say: (doc: SettingDoc | null) => void,
): boolean {
  const { state } = view
  if (state.field(asked) !== null) {
    view.dispatch({ effects: showDoc.of(null) })
    return true
  }
  const at = docAt(state, state.selection.main.head, declarations)
  say(at?.doc ?? null)
  if (at === null) return true
  view.dispatch({
    effects: [
      closeHoverTooltips,
      EditorView.scrollIntoView(at.from),
      showDoc.of({ pos: at.from, end: at.to, arrow: false, create: () => ({ dom: domOf(at, state) }) }),
    ],
  })
  return true
}

function docAt({ doc }: EditorState, offset: number, declarations: Reads): DocAt | null {
  if (doc.length > MOST_READ) return null
  const text = doc.toString()
  const at = keyAtCursor(text, offset, declarations)
  if (at === null || at.path.length === 0 || at.in === 'blank') return null
  const found = declarations.settingDoc(at.path, text)
  return found === null ? null : { doc: found, from: at.range.from, to: at.range.to }
}

function domOf({ doc, from, to }: DocAt, state: EditorState): HTMLElement {
  return docElement(doc, state.sliceDoc(from, Math.min(to, from + 80)))
}

const WORD = /^[\w-]*$/

/** Longer texts have completion only on request. */
const COMPLETION_MOST_READ = 200_000

/** Completion of keys and values from the declarations. */
export function settingCompletion(declarations: Pick<Declarations, 'completionsAt'>): Extension {
  return [
    autocompletion({
      icons: false,
      override: [(context) => sourceOf(context, declarations)],
      // Typing a complete word closes the list, so Enter is safe.
      interactionDelay: 0,
    }),
    // With no list open, Tab leaves the text.
    keymap.of([{ key: 'Tab', run: acceptCompletion }]),
  ]
}

function sourceOf(
  { state, pos, explicit }: CompletionContext,
  { completionsAt }: Pick<Declarations, 'completionsAt'>,
): CompletionResult | null {
  if (!explicit && state.doc.length > COMPLETION_MOST_READ) return null
  const found = completionsAt(state.doc.toString(), pos)
  if (found === null || found.options.length === 0) return null
  const typed = state.sliceDoc(found.from, pos)
  const labels = new Set(found.options.map(({ label }) => label))
  // There is nothing to complete in a number, nor in a complete word.
  if (!explicit && (/^[-\d.]/.test(typed) || labels.has(typed))) return null
  // A list that opens on every blank line would be in the way; after a colon it is useful.
  if (!explicit && typed === '' && !/(?::|-) $/.test(state.sliceDoc(Math.max(0, pos - 2), pos))) return null
  const options = found.options.map(({ label, kind, insert, detail, info }, index): Completion => {
    return {
      label,
      type: kind,
      detail,
      ...(info === '' ? {} : { info }),
      // The order of the declarations, if the match is equally good.
      sortText: String(index).padStart(4, '0'),
      apply: (view, _completion, from, to) => {
        view.dispatch({
          changes: { from, to, insert },
          selection: { anchor: from + insert.length },
          userEvent: 'input.complete',
          scrollIntoView: true,
        })
        // A key is half of a line: its value comes next.
        if (kind === 'key') startCompletion(view)
      },
    }
  })
  return { from: found.from, to: found.to, options, validFor: (now) => WORD.test(now) && !labels.has(now) }
}

import { acceptCompletion, autocompletion, startCompletion } from '@codemirror/autocomplete'
import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import type { Extension } from '@codemirror/state'
import { keymap } from '@codemirror/view'
import type { Declarations } from '../../../store/choice/declarations.ts'

const WORD = /^[\w-]*$/

/** Texts beyond this are completed only when asked. */
const MOST_READ = 200_000

/** Completion of keys and values from the declarations. */
export function settingCompletion(declarations: Pick<Declarations, 'completionsAt'>): Extension {
  return [
    autocompletion({
      icons: false,
      override: [(context) => sourceOf(context, declarations)],
      // What is typed to its end closes the list, so that Enter need not be guarded against.
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
  if (!explicit && state.doc.length > MOST_READ) return null
  const found = completionsAt(state.doc.toString(), pos)
  if (found === null || found.options.length === 0) return null
  const typed = state.sliceDoc(found.from, pos)
  const labels = new Set(found.options.map(({ label }) => label))
  // Nothing is left to complete of a figure, nor of a word that is there to its last letter.
  if (!explicit && (/^[-\d.]/.test(typed) || labels.has(typed))) return null
  // A list that opens on every blank line would be in the way; behind a colon it is what is looked for.
  if (!explicit && typed === '' && !/(?::|-) $/.test(state.sliceDoc(Math.max(0, pos - 2), pos))) return null
  const options = found.options.map(({ label, kind, insert, detail, info }, index): Completion => {
    return {
      label,
      type: kind,
      detail,
      ...(info === '' ? {} : { info }),
      // The order of the declarations, where the letters fit equally well.
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

import { codeFolding, foldGutter, foldKeymap, syntaxHighlighting } from '@codemirror/language'
import { yaml } from '@codemirror/lang-yaml'
import { unifiedMergeView } from '@codemirror/merge'
import { search, searchKeymap } from '@codemirror/search'
import { EditorState } from '@codemirror/state'
import { EditorView, keymap, lineNumbers } from '@codemirror/view'
import { classHighlighter } from '@lezer/highlight'
import { useEffect, useRef } from 'react'
import './code.css'

/** Milliseconds after which a comparison of two texts becomes coarser. */
const PATIENCE = 300
/** Unfolded lines around a difference. */
const MARGIN = 3

/**
 * A read-only text: JSON or YAML with line numbers, folding and search, or compared with an older one. Only the visible
 * part is laid out, so a request of megabytes can be shown.
 */
export function CodeView({
  text,
  label,
  against,
}: {
  readonly text: string
  readonly label: string
  /** The text to compare with; missing: none. */
  readonly against?: string
}) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const parent = place.current
    if (parent === null) return undefined
    const view = new EditorView({
      parent,
      state: EditorState.create({
        doc: text,
        extensions: [
          EditorState.readOnly.of(true),
          EditorView.contentAttributes.of({ 'aria-label': label, 'aria-readonly': 'true', tabindex: '0' }),
          lineNumbers(),
          codeFolding(),
          foldGutter(),
          search({ top: true }),
          keymap.of([...searchKeymap, ...foldKeymap]),
          yaml(),
          syntaxHighlighting(classHighlighter),
          EditorView.lineWrapping,
          ...(against === undefined
            ? []
            : [
                unifiedMergeView({
                  original: against,
                  mergeControls: false,
                  gutter: true,
                  collapseUnchanged: { margin: MARGIN },
                  diffConfig: { timeout: PATIENCE },
                }),
              ]),
        ],
      }),
    })
    return () => {
      view.destroy()
    }
  }, [text, label, against])
  return <div className={against === undefined ? 'code-view' : 'code-view line-diff'} ref={place} />
}

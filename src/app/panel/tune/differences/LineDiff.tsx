import { yaml } from '@codemirror/lang-yaml'
import { unifiedMergeView } from '@codemirror/merge'
import { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { useEffect, useRef } from 'react'
import { hangingIndent } from '../text/hanging.ts'
import { highlight } from '../text/highlight.ts'
import '../../../ui/code.css'

/** Two texts as one, with the lines that only one of them has. Common parts are folded. */
export function LineDiff({
  label,
  here,
  there,
}: {
  readonly label: string
  readonly here: string
  readonly there: string
}) {
  const host = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (host.current === null) return undefined
    const view = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: here,
        extensions: [
          EditorState.readOnly.of(true),
          EditorView.editable.of(false),
          EditorView.contentAttributes.of({ 'aria-label': label, 'aria-readonly': 'true', tabindex: '0' }),
          yaml(),
          highlight,
          hangingIndent,
          unifiedMergeView({
            original: there,
            mergeControls: false,
            gutter: true,
            collapseUnchanged: { margin: 2, minSize: 4 },
          }),
        ],
      }),
    })
    return () => {
      view.destroy()
    }
  }, [here, there, label])
  return <div className="code-host line-diff" ref={host} />
}

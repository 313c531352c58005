import { useEffect, useRef } from 'react'
import { LOG_TEXT } from './words.ts'
import { desk, openDesk, setDraft } from './desk.ts'
import { filesOfDrop } from '../../../store/run/folder.ts'
import { runDropped, takeFiles, takeFolder, unopened } from './take-log.ts'

/** Elements that handle a paste themselves. */
const TYPING = 'input, textarea, select, [contenteditable]'

/** Accepts a file or a text that is dropped anywhere, and text pasted outside any box. */
export function DropAnywhere() {
  const veil = useRef<HTMLDivElement>(null)
  useEffect(() => listen((shown) => veil.current?.togglePopover(shown)), [])
  return (
    <div ref={veil} className="veil" popover="manual">
      <p>
        <strong>{LOG_TEXT.drop}</strong>
        {LOG_TEXT.dropNote}
      </p>
    </div>
  )
}

function listen(show: (shown: boolean) => void): () => void {
  // Something dragged within the page, such as a selected word, is not a log.
  let own = false
  // Nothing in the page is a file. An element that is removed while it is dragged has no `dragend`.
  const isOwn = ({ dataTransfer }: DragEvent): boolean =>
    own && dataTransfer?.types.includes('Files') !== true
  const onStart = (): void => {
    own = true
  }
  const onEnd = (): void => {
    own = false
    show(false)
  }
  const onOver = (event: DragEvent): void => {
    if (isOwn(event)) return
    event.preventDefault()
    if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'copy'
    show(true)
  }
  const onLeave = (event: DragEvent): void => {
    if (event.relatedTarget === null) show(false)
  }
  const onDrop = (event: DragEvent): void => {
    show(false)
    if (isOwn(event) || event.defaultPrevented) return
    event.preventDefault()
    const inFolders = filesOfDrop(event.dataTransfer?.items, unopened)
    if (inFolders !== null) {
      void inFolders.then(takeFolder)
      return
    }
    const files = [...(event.dataTransfer?.files ?? [])]
    // Far below, all would change without a word; several files are studied there.
    if (files.length < 2) window.scrollTo(0, 0)
    if (files.length > 0) {
      takeFiles(files)
      return
    }
    const text = event.dataTransfer?.getData('text') ?? ''
    if (text.trim() !== '') runDropped(text)
  }
  const onPaste = (event: ClipboardEvent): void => {
    if (event.defaultPrevented) return
    if (event.target instanceof Element && event.target.closest(TYPING) !== null) return
    const files = [...(event.clipboardData?.files ?? [])]
    if (files.length > 0) {
      takeFiles(files)
      return
    }
    const text = event.clipboardData?.getData('text') ?? ''
    if (text.trim() === '') desk.setState({ remark: LOG_TEXT.nothingPasted })
    else setDraft(text)
    openDesk()
  }
  window.addEventListener('dragstart', onStart)
  window.addEventListener('dragend', onEnd)
  window.addEventListener('dragover', onOver)
  window.addEventListener('dragleave', onLeave)
  window.addEventListener('drop', onDrop)
  window.addEventListener('paste', onPaste)
  return () => {
    window.removeEventListener('dragstart', onStart)
    window.removeEventListener('dragend', onEnd)
    window.removeEventListener('dragover', onOver)
    window.removeEventListener('dragleave', onLeave)
    window.removeEventListener('drop', onDrop)
    window.removeEventListener('paste', onPaste)
  }
}

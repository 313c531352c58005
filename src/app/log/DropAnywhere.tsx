import { useEffect, useRef } from 'react'
import { LOG_TEXT } from '../words/log.ts'
import { runLog } from './LogPanel.tsx'

/** Takes a file or a text that is dropped anywhere, and a text that is pasted outside of any box. */
export function DropAnywhere() {
  const veil = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const show = (shown: boolean): void => {
      if (veil.current !== null) veil.current.hidden = !shown
    }
    const onOver = (event: DragEvent): void => {
      event.preventDefault()
      show(true)
    }
    const onLeave = (event: DragEvent): void => {
      if (event.relatedTarget === null) show(false)
    }
    const onDrop = (event: DragEvent): void => {
      event.preventDefault()
      show(false)
      const file = event.dataTransfer?.files[0]
      if (file !== undefined) {
        runLog(file, file.name)
        return
      }
      const text = event.dataTransfer?.getData('text') ?? ''
      if (text.trim() !== '') runLog(text, LOG_TEXT.dropped)
    }
    const onPaste = (event: ClipboardEvent): void => {
      if (event.target instanceof Element && event.target.closest('input, textarea') !== null) return
      const file = event.clipboardData?.files[0]
      const text = event.clipboardData?.getData('text') ?? ''
      if (file !== undefined) runLog(file, file.name)
      else if (text.trim() !== '') runLog(text, LOG_TEXT.pasted)
    }
    window.addEventListener('dragover', onOver)
    window.addEventListener('dragleave', onLeave)
    window.addEventListener('drop', onDrop)
    window.addEventListener('paste', onPaste)
    return () => {
      window.removeEventListener('dragover', onOver)
      window.removeEventListener('dragleave', onLeave)
      window.removeEventListener('drop', onDrop)
      window.removeEventListener('paste', onPaste)
    }
  }, [])
  return (
    <div ref={veil} className="veil" hidden>
      {LOG_TEXT.drop}
    </div>
  )
}

import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from './Button.tsx'

/** Milliseconds for which a button says that it has copied. */
const SAID = 1500

/** Copies a text; where the browser refuses, the button says nothing. */
export function CopyButton({
  text,
  label,
  name,
  done,
  type = 'text/plain',
  inLine = false,
}: {
  /** The text, or how to make it or another content, which may take a while. */
  readonly text: string | (() => Promise<string | Blob>)
  readonly label: string
  /** Accessible name, if the label alone does not say what is copied. */
  readonly name?: string
  readonly done: string
  /** Of a content that is made. */
  readonly type?: string
  /** It is in a line of text. */
  readonly inLine?: boolean
}) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return undefined
    const timer = window.setTimeout(() => {
      setCopied(false)
    }, SAID)
    return () => {
      window.clearTimeout(timer)
    }
  }, [copied])
  const Icon = copied ? Check : Copy
  return (
    <Button
      kind={inLine ? 'link' : 'plain'}
      small={!inLine}
      label={name}
      onClick={() => {
        toClipboard(text, type).then(
          () => {
            setCopied(true)
          },
          () => undefined,
        )
      }}
    >
      <Icon size={inLine ? 12 : 14} aria-hidden="true" /> {copied ? done : label}
    </Button>
  )
}

/** What is made after a press is handed over as a promise: browsers allow copying only at the press itself. */
async function toClipboard(content: string | (() => Promise<string | Blob>), type: string): Promise<void> {
  if (typeof content === 'string') return navigator.clipboard.writeText(content)
  return navigator.clipboard.write([new ClipboardItem({ [type]: content() })])
}

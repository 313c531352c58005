import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from './Button.tsx'

/** Milliseconds for which a button says that it has copied. */
const SAID = 1500

/** Copies a text; where the browser refuses, the button says nothing. */
export function CopyButton({
  text,
  label,
  done,
  inLine = false,
}: {
  readonly text: string
  readonly label: string
  readonly done: string
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
      onClick={() => {
        navigator.clipboard.writeText(text).then(
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

import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Text } from './Box.tsx'
import { Button, spokenName } from './Button.tsx'
import { toClipboard } from './clipboard.ts'
import type { Copied } from './clipboard.ts'
import { UI_TEXT } from './words.ts'

/** Milliseconds for which a button says that it has copied. */
const SAID = 1500

/** Copies a text, or says why it could not be copied. */
export function CopyButton({
  text,
  label,
  name,
  done,
  type = 'text/plain',
  inLine = false,
}: {
  /** The text, or how to make it or another content, which may take a while. */
  readonly text: Copied
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
  const [failed, setFailed] = useState<string | null>(null)
  useEffect(() => {
    if (!copied) return undefined
    const timer = window.setTimeout(() => {
      setCopied(false)
    }, SAID)
    return () => {
      window.clearTimeout(timer)
    }
  }, [copied])
  const copy = async (): Promise<void> => {
    setFailed(null)
    try {
      setCopied(await toClipboard(text, type))
    } catch (failure) {
      setFailed(failure instanceof Error ? failure.message : String(failure))
    }
  }
  const Icon = copied ? Check : Copy
  return (
    <>
      <Button
        kind={inLine ? 'link' : 'plain'}
        small={!inLine}
        label={name === undefined ? undefined : spokenName(label, name)}
        title={name}
        onClick={() => {
          void copy()
        }}
      >
        <Icon size={inLine ? 12 : 14} aria-hidden="true" /> {copied ? done : label}
      </Button>
      {failed !== null && (
        <Text size="small" className="loss" role="alert">
          {UI_TEXT.notCopied(failed)}
        </Text>
      )}
    </>
  )
}

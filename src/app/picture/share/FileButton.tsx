import { Download } from 'lucide-react'
import { useState } from 'react'
import { Text } from '../../ui/Box.tsx'
import { Button, spokenName } from '../../ui/Button.tsx'
import { save } from './leave.ts'
import type { SharedFile } from './sharing.ts'
import { SHARE_TEXT } from './words.ts'

/**
 * A button that downloads a file, after a look at what it gives away. `name` says what is in it, `text` is the label of
 * the button.
 */
export function FileButton({
  text,
  name,
  title = name,
  kind = 'plain',
  small = true,
  disabled = false,
  file,
}: {
  readonly text: string
  readonly name: string
  readonly title?: string
  readonly kind?: 'plain' | 'quiet' | 'icon'
  readonly small?: boolean
  readonly disabled?: boolean
  /** Makes the file at the press; null if nothing is to be downloaded. What it throws is said beside the button. */
  readonly file: () => SharedFile | null | Promise<SharedFile | null>
}) {
  const [failed, setFailed] = useState<string | null>(null)
  const take = async (): Promise<void> => {
    setFailed(null)
    try {
      const made = await file()
      if (made !== null) await save(made)
    } catch (failure) {
      setFailed(failure instanceof Error ? failure.message : String(failure))
    }
  }
  return (
    <>
      <Button
        kind={kind}
        small={small}
        label={spokenName(text, name)}
        title={title}
        disabled={disabled}
        onClick={() => {
          void take()
        }}
      >
        <Download size={small ? 14 : 16} aria-hidden="true" /> {text}
      </Button>
      {failed !== null && (
        <Text as="span" size="small" className="loss" role="alert">
          {SHARE_TEXT.failed(failed)}
        </Text>
      )}
    </>
  )
}

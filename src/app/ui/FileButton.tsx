import { Download } from 'lucide-react'
import { Button } from './Button.tsx'

/** A button that downloads a file. `name` says what is in it, `text` is the label of the button. */
export function FileButton({
  text,
  name,
  kind = 'plain',
  disabled = false,
  onClick,
}: {
  readonly text: string
  readonly name: string
  readonly kind?: 'plain' | 'quiet'
  readonly disabled?: boolean
  readonly onClick: () => void
}) {
  return (
    <Button kind={kind} small label={name} disabled={disabled} onClick={onClick}>
      <Download size={14} aria-hidden="true" /> {text}
    </Button>
  )
}

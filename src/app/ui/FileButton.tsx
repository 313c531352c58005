import { Download } from 'lucide-react'

/** A button that gives a file. `name` says what is in it, `text` is what the button shows. */
export function FileButton({
  text,
  name,
  disabled = false,
  onClick,
}: {
  readonly text: string
  readonly name: string
  readonly disabled?: boolean
  readonly onClick: () => void
}) {
  return (
    <button
      type="button"
      className="plain file-button"
      aria-label={name}
      title={name}
      disabled={disabled}
      onClick={onClick}
    >
      <Download size={14} aria-hidden="true" /> {text}
    </button>
  )
}

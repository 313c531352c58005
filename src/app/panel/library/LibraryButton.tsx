import { Library } from 'lucide-react'
import { useOpened } from '../../store/library/opened.ts'
import { Button } from '../../ui/Button.tsx'
import { SHARE_TEXT } from './words.ts'

/** Opens the library. */
export function LibraryButton() {
  return (
    <Button
      kind="icon"
      label={SHARE_TEXT.library}
      title={SHARE_TEXT.libraryTitle}
      onClick={() => {
        useOpened.setState({ open: true })
      }}
    >
      <Library size={17} aria-hidden="true" />
    </Button>
  )
}

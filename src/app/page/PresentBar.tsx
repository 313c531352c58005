import { X } from 'lucide-react'
import { ShareButton } from '../panel/library/ShareButton.tsx'
import { present } from '../store/look/presenting.ts'
import { Row, Text } from '../ui/Box.tsx'
import { Button } from '../ui/Button.tsx'
import { WORDS } from './words.ts'

/** In a presentation: a link to exactly this, and the way back. */
export function PresentBar() {
  return (
    <Row as="nav" apart className="present-bar">
      <Text as="p" strong>
        {WORDS.title}
      </Text>
      <Row gap={4}>
        <ShareButton />
        <Button
          kind="icon"
          label={WORDS.presentEnd}
          onClick={() => {
            present(false)
          }}
        >
          <X size={18} aria-hidden="true" />
        </Button>
      </Row>
    </Row>
  )
}

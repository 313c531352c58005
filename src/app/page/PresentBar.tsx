import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { ShareButton } from '../panel/library/ShareButton.tsx'
import { present } from '../store/look/presenting.ts'
import { Row, Text } from '../ui/Box.tsx'
import { Button } from '../ui/Button.tsx'
import { WORDS } from './words.ts'

/** In a presentation: a link to exactly this, and the way back. */
export function PresentBar() {
  const bar = useRef<HTMLElement>(null)
  useEffect(() => {
    // The button that was pressed is gone with its bar. No other one takes its place: Space would press it.
    if (document.activeElement === document.body) bar.current?.focus({ preventScroll: true })
  }, [])
  return (
    <Row ref={bar} as="nav" apart className="present-bar" tabIndex={-1}>
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

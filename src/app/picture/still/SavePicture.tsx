import { ImageDown } from 'lucide-react'
import { useState } from 'react'
import { Row } from '../../ui/Box.tsx'
import { Button } from '../../ui/Button.tsx'
import { onDemand } from '../../ui/on-demand.tsx'
import { Part } from '../../ui/Part.tsx'
import { subjectNow } from './on-screen.ts'
import type { MakeStill } from './PictureButtons.tsx'
import type { StillSubject } from './still.ts'

const PictureButtons = onDemand(async () => (await import('./PictureButtons.tsx')).PictureButtons)

const SAVE_TEXT = Object.freeze({ save: (picture: string) => `Save the picture: ${picture}` })

/** The small button beside a picture or a chart: it opens those that save it as SVG or PNG, or copy it. */
export function SavePicture({
  name,
  lane,
  subject = () => subjectNow(lane),
  make,
}: {
  /** Of the picture, for the names of the buttons. */
  readonly name: string
  /** Name of the lane that it shows, or that is emphasized in it; missing: it is about all. */
  readonly lane?: string
  /** If it is of no lane of the page. */
  readonly subject?: () => StillSubject
  readonly make: MakeStill
}) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        kind="quiet"
        small
        className="save-picture"
        label={SAVE_TEXT.save(name)}
        aria-expanded={open}
        onClick={() => {
          setOpen(!open)
        }}
      >
        <ImageDown size={14} aria-hidden="true" />
      </Button>
      {open && (
        <Part name={SAVE_TEXT.save(name)} fallback={null}>
          <Row gap={4} className="save-buttons">
            <PictureButtons name={name} make={make} subject={subject} />
          </Row>
        </Part>
      )}
    </>
  )
}

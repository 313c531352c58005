import type { ShownPicture } from '../picture/lane/lane-save.ts'
import { SavePicture } from '../picture/still/SavePicture.tsx'
import { PICTURE_TEXT } from '../picture/words.ts'

/** What the picture that is shown is called in a file. */
const CONTENTS = { strata: 'stacked-context', lifelines: 'block-timeline' } as const

/** The button that saves the picture of a lane. */
function SaveLane({
  lane,
  label,
  shown,
}: {
  readonly lane: string
  readonly label: string
  readonly shown: ShownPicture
}) {
  return (
    <SavePicture
      name={`${PICTURE_TEXT.pictures[shown]}, ${label}`}
      lane={lane}
      make={async (subject) => {
        const { laneStills } = await import('../picture/still/lane-stills.ts')
        return laneStills(subject).find(({ content }) => content === CONTENTS[shown]) ?? null
      }}
    />
  )
}

/** As the lanes draw it. */
export const saveLane = (of: Parameters<typeof SaveLane>[0]) => <SaveLane {...of} />

import { X } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'
import type { Turn, WindowId } from '../../../engine/index.ts'
import { eventStories, turnName } from '../../../view/index.ts'
import type { EventStory } from '../../../view/index.ts'
import type { Comparison, LaneResult } from '../../../worker/protocol.ts'
import { LaneActions } from '../lineup/LaneActions.tsx'
import { choose, useChoices } from '../../store/choice/choices.ts'
import { useSettledTurn } from '../../store/look/playhead.ts'
import { LinkedTurns } from '../link/TurnLink.tsx'
import { HAPPENINGS_TEXT } from './words.ts'
import { closeHappenings } from '../../store/look/open.ts'
import { Button } from '../../ui/Button.tsx'
import { Row, Stack } from '../../ui/Box.tsx'

/** Events of a lane that are shown at first; a button shows the rest. */
const MOST = 4

/** What happened in the playhead's turn, lane by lane: the measured values, their thresholds, and the edits. */
export function Happenings({ comparison }: { readonly comparison: Comparison }) {
  const window = useChoices((state) => state.window)
  const turn = useSettledTurn()
  const ref = useRef<HTMLElement>(null)
  useEffect(() => (ref.current === null ? undefined : closeOutside(ref.current)), [])
  return (
    <section className="over happenings" aria-labelledby="happenings" ref={ref}>
      <Row apart>
        <h2 id="happenings">{HAPPENINGS_TEXT.heading(turnName(turn))}</h2>
        <Button kind="icon" small label={HAPPENINGS_TEXT.close} onClick={closeHappenings}>
          <X size={14} aria-hidden="true" />
        </Button>
      </Row>
      <div className="beside">
        {comparison.lanes.map((lane) => (
          <LaneStories key={lane.name} lane={lane} window={window} turn={turn} />
        ))}
      </div>
    </section>
  )
}

function LaneStories({
  lane,
  window,
  turn,
}: {
  readonly lane: LaneResult
  readonly window: WindowId
  readonly turn: Turn
}) {
  const { name, label, data } = lane
  const stories = useMemo(() => eventStories(data, window, turn), [data, window, turn])
  const more = stories.slice(MOST)
  return (
    <Stack gap={4} size="small" className="lane-stories" data-lane={name}>
      <h3>{label}</h3>
      <LaneActions lane={lane} turn={turn} />
      {stories.length === 0 && <p className="note">{HAPPENINGS_TEXT.nothing}</p>}
      <ul>
        {stories.slice(0, MOST).map((story, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- two events of a turn may read alike
          <Story key={index} story={story} lane={name} />
        ))}
      </ul>
      {more.length > 0 && (
        <details>
          <summary>{HAPPENINGS_TEXT.more(more.length)}</summary>
          <ul>
            {more.map((story, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- as above
              <Story key={index} story={story} lane={name} />
            ))}
          </ul>
        </details>
      )}
    </Stack>
  )
}

function Story({ story, lane }: { readonly story: EventStory; readonly lane: string }) {
  const { letter, kind, loss, sentence, block } = story
  return (
    <li className="named by-sign" data-kind={kind}>
      <span className={loss ? 'event-letter loss' : 'event-letter'} title={HAPPENINGS_TEXT.kind(kind)}>
        {letter}
        <span className="unseen">{HAPPENINGS_TEXT.kind(kind)}: </span>
      </span>
      <p>
        <LinkedTurns text={sentence} />
        {block !== null && (
          <>
            {' '}
            <Button
              kind="link"
              onClick={() => {
                choose({ selection: { lane, block }, listed: lane })
              }}
            >
              {HAPPENINGS_TEXT.show}
            </Button>
          </>
        )}
      </p>
    </li>
  )
}

/** Closes on a press outside, until the returned function is called. */
function closeOutside(element: HTMLElement): () => void {
  const onDown = (event: PointerEvent): void => {
    const target = event.target instanceof Element ? event.target : null
    // The strip changes the turn that is described, and the panel shows more detail.
    if (target === null || element.contains(target) || target.closest('.strip, .side') !== null) return
    closeHappenings()
  }
  document.addEventListener('pointerdown', onDown)
  return () => {
    document.removeEventListener('pointerdown', onDown)
  }
}

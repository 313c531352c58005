import './style/tokens.css'
import './style/base.css'
import './page/frame.css'
import './style/media.css'
import '@fontsource-variable/inter/wght.css'
import '@fontsource-variable/jetbrains-mono/wght.css'
import { CircleHelp, Moon, Presentation, Sun } from 'lucide-react'
import { memo, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { ComponentType } from 'react'
import { CompactionNote } from './page/CompactionNote.tsx'
import { Details } from './page/Details.tsx'
import { Headline } from './panel/headline/Headline.tsx'
import { Inputs } from './panel/conversation/Inputs.tsx'
import { Lanes } from './picture/lane/Lanes.tsx'
import { LaneSave } from './picture/lane/lane-save.ts'
import { saveLane } from './page/SaveLane.tsx'
import { LanesBar } from './picture/lineup/LanesBar.tsx'
import { mountTip } from './ui/listen.ts'
import { NewVersion } from './page/NewVersion.tsx'
import { fitPaper } from './page/print.ts'
import { LiveButton } from './page/LiveButton.tsx'
import { DropAnywhere } from './panel/conversation/log/DropAnywhere.tsx'
import { FailureNote } from './panel/conversation/log/FailureNote.tsx'
import { YourData } from './panel/conversation/log/YourData.tsx'
import { Scrubber } from './picture/scrubber/Scrubber.tsx'
import { ModelButton, ModelPlace } from './panel/model/ModelButton.tsx'
import { useChallenge } from './store/challenge/challenge.ts'
import { useChoices } from './store/choice/choices.ts'
import type { Selection } from './store/choice/choices.ts'
import { laneOf, partsOfName } from './store/choice/derived.ts'
import { listenForKeys } from './page/keys.ts'
import { withoutLater } from './store/run/later-forks.ts'
import { showBesideFolder, useFolder } from './store/run/folder.ts'
import { usePreviewing } from './store/look/preview.ts'
import { useDrawn } from './store/run/drawn.ts'
import { arrivedChoices, onSession } from './store/run/session.ts'
import { openPage } from './store/page-state/start.ts'
import { useEmbedded } from './store/page-state/show.ts'
import { useTold } from './store/page-state/notice.ts'
import { LibraryButton } from './panel/library/LibraryButton.tsx'
import { LibraryPlace } from './page/library.ts'
import { useOpened } from './store/library/opened.ts'
import { ShareButton } from './panel/library/ShareButton.tsx'
import { applyTheme, currentTheme, toggleTheme, useTheme } from './store/look/theme.ts'
import { endReview, useReview } from './picture/share/leave.ts'
import { HatchPatterns } from './picture/plot/SvgPainter.tsx'
import { useTuning } from './store/look/open.ts'
import { useTwoAgents } from './store/look/two-agents.ts'
import { SidePanel } from './page/SidePanel.tsx'
import { MarkedTurns } from './panel/turns/MarkedTurns.tsx'
import { RunStatus } from './page/RunStatus.tsx'
import type { Comparison } from '../worker/protocol.ts'
import { PART_NAMES, WORDS } from './page/words.ts'
import { onDemand } from './ui/on-demand.tsx'
import { Part } from './ui/Part.tsx'
import { Button } from './ui/Button.tsx'
import { Row, Text } from './ui/Box.tsx'
import { DepthSwitch } from './page/DepthSwitch.tsx'
import { Intro } from './panel/lesson/Intro.tsx'
import { ASKED } from './store/look/asked-lesson.ts'
import { useInSteps, useReaches } from './store/look/depth.ts'
import {
  opensWithLesson,
  pauseLesson,
  showOwn,
  skipStory,
  useAskedLesson,
  usePlayer,
} from './store/lesson/player.ts'
import { future, toggleFuture, useHiddenByHand } from './store/look/future.ts'
import { applySize, togglePresenting, usePresenting } from './store/look/presenting.ts'

const loadLessons = async () => (await import('./panel/lesson/LessonCard.tsx')).LessonCard
const LessonCard = onDemand(loadLessons)
const ChallengeCard = onDemand(
  async () => (await import('./panel/challenge/ChallengeCard.tsx')).ChallengeCard,
)
const ChallengeList = onDemand(
  async () => (await import('./panel/challenge/ChallengeList.tsx')).ChallengeList,
)
const PresentBar = onDemand(async () => (await import('./page/PresentBar.tsx')).PresentBar)
const StateNotice = onDemand(async () => (await import('./panel/library/StateNotice.tsx')).StateNotice)
const OpenInLab = onDemand(async () => (await import('./panel/library/OpenInLab.tsx')).OpenInLab)
const ReadingChoices = ofLog(
  async () => (await import('./panel/conversation/log/ReadingChoices.tsx')).ReadingChoices,
)
const IntakeNote = ofLog(async () => (await import('./panel/conversation/log/IntakeNote.tsx')).IntakeNote)
const KeptNote = ofLog(async () => (await import('./panel/library/KeptNote.tsx')).KeptNote)
const TwoAgents = onDemand(async () => (await import('./panel/live/side-by-side/TwoAgents.tsx')).TwoAgents)
const ReviewSecrets = onDemand(async () => (await import('./picture/share/ReviewSecrets.tsx')).ReviewSecrets)
const KeySheet = onDemand(async () => (await import('./page/KeySheet.tsx')).KeySheet)

/** The parts of the page above the lanes, in order. */
const ABOVE: readonly {
  readonly name: keyof typeof PART_NAMES
  readonly Show: ComponentType<OfComparison>
}[] = [
  { name: 'headline', Show: memo(Headline) },
  { name: 'lost', Show: memo(CompactionNote) },
  { name: 'intake', Show: LogNotes },
  { name: 'scrubber', Show: memo(Scrubber) },
  { name: 'lanesBar', Show: memo(LanesBar) },
  { name: 'marked', Show: memo(MarkedTurns) },
]

/** Those that the fewest words do without, and those that a lesson replaces. */
const NOT_PLAIN: ReadonlySet<string> = new Set(['lanesBar', 'marked'])
const NOT_TOLD: ReadonlySet<string> = new Set(['headline', 'scrubber', ...NOT_PLAIN])
const NOT_EMBEDDED: ReadonlySet<string> = new Set(['intake', ...NOT_PLAIN])
const NOTHING: ReadonlySet<string> = new Set()

/** The frame of the page. */
export function App() {
  const { comparison, isLeft } = useDrawn()
  const selected = useChoices((state) => state.selection)
  // While changed lanes are running, the panel may be about a lane that is not on the screen.
  const selection = useMemo(
    () => (selected !== null && comparison !== null ? onScreen(comparison, selected) : null),
    [selected, comparison],
  )
  // The same while its forks arrive: only lanes and the side panel show them.
  const still = comparison === null ? null : withoutLater(comparison)
  const previewing = usePreviewing()
  const tuned = useTuning((state) => state.index !== null || state.live)
  const embedded = useEmbedded()
  const told = useTold(({ notice, wanted, config }) => (notice ?? wanted ?? config) !== null)
  const inLibrary = useOpened((state) => state.open)
  const twoAgents = useTwoAgents((state) => state.open)
  const [open, setOpen] = useState<'keys' | null>(null)
  const review = useReview((state) => state.review)
  const close = useCallback(() => {
    setOpen(null)
  }, [])
  // The panels of another conversation would be taken for those of the logs.
  const { alone, opened } = useFolder()
  const plain = !useReaches('compare')
  const [begins] = useState(opensWithLesson)
  const running = usePlayer((state) => state.lesson !== null)
  const left = usePlayer((state) => state.left)
  const guesses = useHiddenByHand()
  const challenged = useChallenge(({ challenge }) => challenge !== null)
  const presenting = usePresenting()
  const telling = useInSteps(running || (begins && !left))
  const asked = useAskedLesson(({ place }) => place !== null)
  // A page of somebody else shows the lesson that its frame names, and no list of others.
  const hasLessons = alone
    ? false
    : embedded
      ? begins && ASKED !== null
      : (plain && !presenting) || running || asked
  // The lanes of the opening comparison are not those of the story's first step.
  const begun = usePlayer(({ steps }) => steps.length > 0)
  const [waits, setWaits] = useState(begins)
  if (waits && (begun || !telling || !hasLessons)) setWaits(false)
  const leftOut = embedded && !hasLessons ? NOT_EMBEDDED : telling ? NOT_TOLD : plain ? NOT_PLAIN : NOTHING
  useEffect(() => {
    // The first picture already ends at the first step.
    if (!begins) return
    future.setState({ byLesson: true })
    loadLessons().catch(skipStory)
  }, [begins])
  useEffect(() => {
    if (!plain && !running) skipStory()
  }, [plain, running])
  useEffect(() => {
    if (opened > 0) pauseLesson()
  }, [opened])
  useEffect(
    () =>
      useChoices.subscribe(({ source }, before) => {
        if (source !== before.source) showBesideFolder()
        // It may still be refused: until then the story stays, and waits.
        if (source !== before.source && source.kind !== 'scenario') pauseLesson()
      }),
    [],
  )
  useEffect(() => {
    let before: number | null = null
    return onSession(() => {
      const source = arrivedChoices()?.source
      const own = source === undefined || source.kind === 'scenario' ? null : source.id
      if (own !== null && own !== before) showOwn()
      before = own
    })
  }, [])
  useEffect(() => {
    // Its words are on the page by now (index.html).
    document.getElementById('waiting')?.remove()
  }, [])
  useEffect(openPage, [])
  useEffect(applyTheme, [])
  const presented = useRef(false)
  useEffect(() => {
    if (presented.current && !presenting)
      document.querySelector<HTMLElement>('.present-button')?.focus({ preventScroll: true })
    presented.current = presenting
  }, [presenting])
  useEffect(fitPaper, [])
  useEffect(() => later(async () => (await import('./page/keep-focus.ts')).keepFocus()), [])
  useEffect(applySize, [])
  useEffect(() => listenForKeys(() => setOpen('keys')), [])
  return (
    <>
      <a className="skip unseen" href="#lanes">
        {WORDS.skip}
      </a>
      <HatchPatterns />
      {presenting ? (
        <Part name={PART_NAMES.buttons}>
          <PresentBar />
        </Part>
      ) : embedded ? (
        <Part name={PART_NAMES.buttons}>
          <OpenInLab />
        </Part>
      ) : (
        <header className="bar">
          <Text as="p" strong figures title={WORDS.subtitle} className={plain ? 'brand' : 'brand is-short'}>
            {WORDS.title}
          </Text>
          <Part name={PART_NAMES.inputs}>
            <Inputs hidden={telling} />
          </Part>
          <DepthSwitch />
          <Row gap={4} className="bar-buttons to-end">
            <Part name={PART_NAMES.buttons}>
              <YourData />
              <ShareButton />
              {!(plain && telling) && <LibraryButton />}
              {!plain && <LiveButton />}
              {!plain && <ModelButton />}
              <Button kind="icon" className="present-button" label={WORDS.present} onClick={togglePresenting}>
                <Presentation size={17} aria-hidden="true" />
              </Button>
              <ThemeButton />
            </Part>
            <Button
              kind="icon"
              label={WORDS.keys}
              onClick={() => {
                setOpen('keys')
              }}
            >
              <CircleHelp size={17} aria-hidden="true" />
            </Button>
          </Row>
        </header>
      )}
      {open === 'keys' && (
        <Part name={WORDS.keys} onClose={close}>
          <KeySheet onClose={close} />
        </Part>
      )}
      {review !== null && (
        <Part name={PART_NAMES.review} of={[review]} onClose={endReview}>
          <ReviewSecrets review={review} />
        </Part>
      )}
      {inLibrary && (
        <Part
          name={PART_NAMES.library}
          onClose={() => {
            useOpened.setState({ open: false })
          }}
        >
          <LibraryPlace />
        </Part>
      )}
      {twoAgents && (
        <Part
          name={PART_NAMES.twoAgents}
          onClose={() => {
            useTwoAgents.setState({ open: false })
          }}
        >
          <TwoAgents />
        </Part>
      )}
      <Part name={PART_NAMES.newVersion}>
        <NewVersion />
      </Part>
      <Part name={PART_NAMES.failure}>
        <FailureNote />
        {told && <StateNotice />}
      </Part>
      <div
        className={comparison !== null && !alone && (selection !== null || tuned) ? 'work has-panel' : 'work'}
      >
        <main
          data-comparison={comparison?.id}
          className={isLeft ? 'is-left' : previewing ? 'is-moving' : undefined}
        >
          {comparison === null || still === null ? (
            <EmptyLanes begins={telling} bare={embedded || presenting} />
          ) : (
            <>
              {plain && !embedded && !presenting && (
                <Part name={PART_NAMES.intro}>
                  <Intro begins={telling} />
                </Part>
              )}
              {hasLessons && (
                <Part
                  name={PART_NAMES.lesson}
                  of={[still]}
                  fallback={<div className="lesson-words" aria-hidden="true" />}
                >
                  <LessonCard comparison={still} begins={telling} />
                </Part>
              )}
              {challenged && !running && !embedded && !alone && (
                <Part name={PART_NAMES.challenge} of={[still]}>
                  <ChallengeCard comparison={still} />
                </Part>
              )}
              {ABOVE.filter(({ name }) => !alone && !leftOut.has(name)).map(({ name, Show }) => (
                <Part key={name} name={PART_NAMES[name]} of={[still]}>
                  <Show comparison={still} />
                </Part>
              ))}
              {alone ? null : waits ? (
                <Frames one />
              ) : (
                <Part name={PART_NAMES.lanes} of={[comparison]}>
                  <LaneSave value={saveLane}>
                    <Lanes comparison={comparison} />
                  </LaneSave>
                </Part>
              )}
              {plain && !telling && !embedded && !presenting && (
                <Part name={PART_NAMES.challenge} of={[still]}>
                  <ChallengeList comparison={still} />
                </Part>
              )}
              {!plain &&
                !embedded &&
                (guesses ? <HiddenDetails /> : <Details comparison={still} alone={alone} />)}
            </>
          )}
        </main>
        {comparison !== null && !alone && (
          <Part name={PART_NAMES.side} of={[comparison, selection]}>
            <SidePanel comparison={comparison} selection={selection} />
          </Part>
        )}
      </div>
      <Part name={PART_NAMES.progress}>
        <RunStatus />
      </Part>
      <Part name={PART_NAMES.model}>
        <ModelPlace />
      </Part>
      <Part name={PART_NAMES.dropping}>
        <DropAnywhere />
      </Part>
      <div className="tip small" ref={mountTip} hidden aria-hidden="true" />
    </>
  )
}

/** Starts something whose code comes later; the returned function ends it. */
function later(begin: () => Promise<() => void>): () => void {
  const begun = begin().catch(() => () => undefined)
  return () => {
    void begun.then((end) => {
      end()
    })
  }
}

interface OfComparison {
  readonly comparison: Comparison
}

/** A part that only a person's log has: its code is loaded with the first log. */
function ofLog(load: () => Promise<ComponentType<OfComparison>>): ComponentType<OfComparison> {
  const Show = onDemand(load)
  return memo(function OfLog({ comparison }: OfComparison) {
    return comparison.trace.source.kind === 'log' ? <Show comparison={comparison} /> : null
  })
}

/** The window of a log, how it was read, and whether it is kept, in one line where there is room; not before an audience. */
function LogNotes({ comparison }: OfComparison) {
  if (usePresenting() || comparison.trace.source.kind !== 'log') return null
  return (
    <Row wrap gap={24} align="baseline">
      <ReadingChoices comparison={comparison} />
      <IntakeNote comparison={comparison} />
      <Part name={PART_NAMES.kept}>
        <KeptNote comparison={comparison} />
      </Part>
    </Row>
  )
}

/** A selection whose lane is on the screen: for a fork that is still running, its lane is used. */
function onScreen(comparison: Comparison, selected: Selection): Selection | null {
  if (isOn(comparison, selected)) return selected
  const { lane, fork } = partsOfName(selected.lane)
  const own = { ...selected, lane }
  return fork !== null && isOn(comparison, own) ? own : null
}

function isOn(comparison: Comparison, { lane, block }: Selection): boolean {
  return laneOf(comparison, lane)?.data.blocks[block] !== undefined
}

/** What a context window is, and empty frames, until the first comparison arrives. */
function EmptyLanes({ begins, bare }: { readonly begins: boolean; readonly bare: boolean }) {
  return (
    <>
      {!bare && <Intro begins={begins} />}
      <Frames one={begins} />
    </>
  )
}

/** @param one whether a lesson begins, with one lane, and not a comparison */
function Frames({ one }: { readonly one: boolean }) {
  return (
    <div className="empty" aria-hidden="true">
      {(one ? ['first'] : ['first', 'second', 'third']).map((name) => (
        <div key={name} />
      ))}
    </div>
  )
}

/** While what comes after the playhead is hidden, the figures of the whole runs would say it. */
function HiddenDetails() {
  return (
    <Row wrap gap={12} className="panel">
      {WORDS.hidden} <Button onClick={toggleFuture}>{WORDS.showAll}</Button>
    </Row>
  )
}

function ThemeButton() {
  useTheme((state) => state.chosen)
  return (
    <Button kind="icon" label={WORDS.theme} onClick={toggleTheme}>
      {currentTheme() === 'dark' ? (
        <Sun size={17} aria-hidden="true" />
      ) : (
        <Moon size={17} aria-hidden="true" />
      )}
    </Button>
  )
}

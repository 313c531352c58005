import {
  Activity,
  memo,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { Comparison } from '../../worker/protocol.ts'
import type { Given, Panel, PanelProperties } from '../panel/panel.ts'
import { ListedLane, useListed } from '../picture/lineup/ListedLane.tsx'
import { useReaches } from '../store/look/depth.ts'
import { COMPARED_TABS, DETAIL_TABS, detailTab, openDetailTab } from '../store/look/detail-tab.ts'
import type { DetailTab } from '../store/look/detail-tab.ts'
import { useSettledTurn } from '../store/look/playhead.ts'
import { Tabs } from '../ui/Choice.tsx'
import { Part } from '../ui/Part.tsx'
import { useInSight, usePrinting } from '../ui/use-in-sight.ts'
import { panelsOf, SIDE_PANELS } from './panels.ts'
import { DETAIL_TEXT } from './words.ts'
import './details.css'

/** Whether the panels of the open tab are needed before anybody scrolls to them. */
const panelsWanted = createStore<{ readonly wanted: boolean }>(() => ({ wanted: false }))

/** Milliseconds that a jump waits for panels that are still loading, and frames without movement that end it. */
const PATIENCE = 2500
const RESTING = 12

/** Input that ends a jump: a person who scrolls elsewhere is not pulled back. */
const TAKING_OVER = ['wheel', 'pointerdown', 'keydown', 'touchstart'] as const

/**
 * Brings a section to the top of the screen, and keeps it there while panels above it are rendered and take up height.
 * With `ready`, it continues until that returns true.
 */
function jumpTo(find: () => Element | null | undefined, ready: () => boolean): void {
  panelsWanted.setState({ wanted: true })
  const stop = new AbortController()
  for (const event of TAKING_OVER) {
    window.addEventListener(event, () => stop.abort(), { signal: stop.signal, passive: true })
  }
  const until = performance.now() + PATIENCE
  let rest = 0
  let place = Number.NaN
  const step = (): void => {
    if (stop.signal.aborted) return
    const section = find()
    section?.scrollIntoView()
    const top = window.scrollY
    rest = ready() && section !== null && section !== undefined && top === place ? rest + 1 : 0
    place = top
    if (rest < RESTING && performance.now() < until) window.requestAnimationFrame(step)
    else stop.abort()
  }
  step()
}

const LANES = panelsOf('lanes')

/** Panels that are rendered together: those in the first script one by one, later ones with their neighbours. */
const TOGETHER = Object.fromEntries(DETAIL_TABS.map((tab) => [tab, groupsOf(panelsOf(tab))])) as Readonly<
  Record<DetailTab, readonly (readonly TabPanel[])[]>
>

type TabPanel = Panel<string, DetailTab>

function groupsOf(panels: readonly TabPanel[]): readonly (readonly TabPanel[])[] {
  return panels.reduce<TabPanel[][]>((groups, one) => {
    const before = groups.at(-1)
    const last = before?.at(-1)?.height ?? null
    if (one.height !== null && last !== null) before?.push(one)
    else groups.push([one])
    return groups
  }, [])
}

/** Milliseconds after the lanes until the scripts of the side panels are loaded. */
const AFTER_THE_LANES = 600

/** Everything below the lanes. It is rendered in a later step than the lanes, so that they are on the screen first. */
export const Details = memo(function Details({
  comparison: newest,
  alone,
}: {
  readonly comparison: Comparison
  /** Whether a study of other logs stands without what is of this comparison. */
  readonly alone: boolean
}) {
  const comparison = useDeferredValue(newest)
  const lane = useListed(comparison)
  const turn = useSettledTurn()
  const given = useMemo(
    () => (lane === undefined ? null : { comparison, lane, turn }),
    [comparison, lane, turn],
  )
  useEffect(() => {
    const timer = window.setTimeout(() => {
      // A failed load is retried, and reported, when the panel is opened.
      for (const { load } of Object.values(SIDE_PANELS)) load?.().catch(() => undefined)
    }, AFTER_THE_LANES)
    return () => {
      window.clearTimeout(timer)
    }
  }, [])
  return (
    <div className={comparison === newest ? 'stack gap-12 details' : 'stack gap-12 details is-late'}>
      {LANES.filter(({ name }) => !alone || name === 'study').map((one) => (
        <Shown key={one.name} panel={one} of={comparison} given={{ comparison }} />
      ))}
      {given !== null && !alone && <TabbedPanels given={given} />}
    </div>
  )
})

/** The panels in their tabs. A tab is rendered when it is first opened, and keeps what was typed or opened in it. */
function TabbedPanels({ given }: { readonly given: PanelProperties }) {
  const tabs = useReaches('expert') ? DETAIL_TABS : COMPARED_TABS
  const { tab: chosen, wanted } = detailTab()
  const tab = tabs.find((one) => one === chosen) ?? 'kept'
  const printing = usePrinting()
  const [opened, setOpened] = useState<readonly DetailTab[]>([])
  if (!opened.includes(tab)) setOpened([...opened, tab])
  const top = useRef<HTMLDivElement>(null)
  const shown = useRef(tab)
  useLayoutEffect(() => {
    if (shown.current === tab) return
    shown.current = tab
    // Another tab is read from its start, also by somebody who was at the end of the last one.
    const { current } = top
    if (current !== null && current.getBoundingClientRect().top < 0) current.scrollIntoView()
  }, [tab])
  useEffect(() => {
    if (wanted === null) return
    jumpTo(
      () => document.getElementById(wanted.panel)?.closest('section'),
      () => document.querySelector('.detail-panels .later') === null,
    )
  }, [wanted])
  return (
    <>
      <div ref={top} />
      <div className="detail-bar">
        <Tabs
          className="detail-tabs"
          label={DETAIL_TEXT.tabs}
          tabs={tabs}
          tab={tab}
          text={(one) => DETAIL_TEXT.names[one]}
          title={(one) => DETAIL_TEXT.titles[one]}
          of="details"
          onTab={openDetailTab}
        />
        {tab !== 'guide' && (
          <Part name={DETAIL_TEXT.listed} of={[given.comparison]}>
            <ListedLane comparison={given.comparison} />
          </Part>
        )}
      </div>
      <div className="detail-panels" role="tabpanel" id="details" aria-labelledby={`details-${tab}`}>
        {tabs
          .filter((one) => opened.includes(one) || printing)
          .map((one) => (
            <Activity key={one} mode={one === tab || printing ? 'visible' : 'hidden'}>
              <PanelsOfTab tab={one} open={one === tab || printing} given={given} />
            </Activity>
          ))}
      </div>
    </>
  )
}

/** The panels of a tab. While it is hidden, it does not follow the playhead. */
function PanelsOfTab({
  tab,
  open,
  given,
}: {
  readonly tab: DetailTab
  readonly open: boolean
  readonly given: PanelProperties
}) {
  const [shown, setShown] = useState(given)
  // It never keeps an older comparison, which may be large.
  if (shown !== given && (open || shown.comparison !== given.comparison)) setShown(given)
  return (
    <div className="stack gap-12">
      {TOGETHER[tab].map((panels) => (
        <Together key={panels[0]?.name} panels={panels} given={shown} />
      ))}
    </div>
  )
}

/** A panel with its own error boundary. */
function Shown<Place extends keyof Given>({
  panel: { name, title, height, Panel },
  of,
  given,
}: {
  readonly panel: Panel<string, Place>
  /** When one of these changes, a failed panel is tried again. */
  readonly of: unknown
  readonly given: Given[Place]
}) {
  return (
    <Part
      name={title}
      id={name}
      of={[of]}
      fallback={height === null ? null : <div className="later" style={{ height }} />}
    >
      <Panel {...given} />
    </Part>
  )
}

function Together({
  panels,
  given,
}: {
  readonly panels: readonly TabPanel[]
  readonly given: PanelProperties
}) {
  const shown = panels.map((one) => <Shown key={one.name} panel={one} of={given.lane} given={given} />)
  const height = panels.reduce((sum, one) => sum + (one.height ?? 0), 0)
  return height === 0 ? shown : <Later height={height}>{shown}</Later>
}

/** Distance from the screen at which panels are rendered, in pixels. */
const NEAR = '900px'

/**
 * Panels that are rendered once they come near the screen, or once somebody jumps below them. Then they stay, so that
 * scrolling does not lose what was typed or opened in them.
 */
function Later({ height, children }: { readonly height: number; readonly children: ReactNode }) {
  const { ref, inSight } = useInSight<HTMLDivElement>(NEAR)
  const wanted = useStore(panelsWanted, (state) => state.wanted)
  const [made, setMade] = useState(false)
  if ((inSight || wanted) && !made) setMade(true)
  return made ? children : <div className="later" ref={ref} style={{ height }} />
}

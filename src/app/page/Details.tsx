import { useDeferredValue, useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import type { Comparison } from '../../worker/protocol.ts'
import type { Given, Panel, PanelProperties } from '../panel/panel.ts'
import { ListedLane, useListed } from '../picture/lineup/ListedLane.tsx'
import { useReaches } from '../store/look/depth.ts'
import { useSettledTurn } from '../store/look/playhead.ts'
import { Part } from '../ui/Part.tsx'
import { useInSight } from '../ui/use-in-sight.ts'
import { panelsOf, SIDE_PANELS } from './panels.ts'
import { DETAIL_TEXT } from './words.ts'
import { Button } from '../ui/Button.tsx'
import { Row } from '../ui/Box.tsx'
import { createStore } from 'zustand/vanilla'

/** Whether the panels below the blocks are needed before anybody scrolls to them. */
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
const DETAIL = panelsOf('detail')
const END = panelsOf('end')

/** Panels that are rendered together: those in the first script one by one, later ones with their neighbours. */
const TOGETHER: readonly (readonly Panel<string, 'detail'>[])[] = DETAIL.reduce<Panel<string, 'detail'>[][]>(
  (groups, one) => {
    const before = groups.at(-1)
    const last = before?.at(-1)?.height ?? null
    if (one.height !== null && last !== null) before?.push(one)
    else groups.push([one])
    return groups
  },
  [],
)

/** Everything below the lanes. It is rendered in a later step than the lanes, so that they are on the screen first. */
export function Details({ comparison: newest }: { readonly comparison: Comparison }) {
  const comparison = useDeferredValue(newest)
  const lane = useListed(comparison)
  const turn = useSettledTurn()
  const expert = useReaches('expert')
  return (
    <div className={comparison === newest ? 'stack gap-12 details' : 'stack gap-12 details is-late'}>
      {LANES.map((one) => (
        <Shown key={one.name} panel={one} of={comparison} given={{ comparison }} />
      ))}
      {expert && (
        <>
          <Part name={DETAIL_TEXT.listed} of={[comparison]}>
            <ListedLane comparison={comparison} />
          </Part>
          <Sections />
          {lane !== undefined &&
            TOGETHER.map((panels) => (
              <Together key={panels[0]?.name} panels={panels} given={{ comparison, lane, turn }} />
            ))}
        </>
      )}
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
  readonly panels: readonly Panel<string, 'detail'>[]
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

/** Links to the panels of the lane in detail, which are many screens long. */
function Sections() {
  return (
    <Row
      as="nav"
      gap={4}
      wrap
      align="baseline"
      size="small"
      className="detail-nav"
      aria-label={DETAIL_TEXT.sections}
    >
      {DETAIL.map(({ name, title, meaning }) => (
        <Button
          kind="quiet"
          small
          key={name}
          title={meaning}
          onClick={() => {
            jumpTo(
              () => document.getElementById(name)?.closest('section'),
              () => document.querySelector('.details .later') === null,
            )
          }}
        >
          {title}
        </Button>
      ))}
    </Row>
  )
}

/** Milliseconds after the lanes until the end of the page is loaded. */
const AFTER_THE_LANES = 600

/** The end of the page: its script is loaded once the pictures are there, together with those of the side panels. */
export function Footing() {
  const [due, setDue] = useState(false)
  useEffect(() => {
    const timer = window.setTimeout(() => {
      setDue(true)
      // A failed load is retried, and reported, when the panel is opened.
      for (const { load } of Object.values(SIDE_PANELS)) load?.().catch(() => undefined)
    }, AFTER_THE_LANES)
    return () => {
      window.clearTimeout(timer)
    }
  }, [])
  return due && END.map((one) => <Shown key={one.name} panel={one} of={null} given={{}} />)
}

import { useDeferredValue, useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import type { Comparison } from '../../worker/protocol.ts'
import type { Given, Panel, PanelProperties } from '../panel/panel.ts'
import { ListedLane, useListed } from '../picture/lineup/ListedLane.tsx'
import { useSettledTurn } from '../store/look/playhead.ts'
import { Part } from '../ui/Part.tsx'
import { useInSight } from '../ui/use-in-sight.ts'
import { panelsOf, SIDE_PANELS } from './panels.ts'
import { DETAIL_TEXT } from './words.ts'
import { Button } from '../ui/Button.tsx'
import { Row } from '../ui/Box.tsx'
import { createStore } from 'zustand/vanilla'

/** Whether the panels below the blocks are wanted before anybody scrolled to them. */
const panelsWanted = createStore<{ readonly wanted: boolean }>(() => ({ wanted: false }))

/** Milliseconds that a jump waits for panels that are still coming, and frames of rest that end it. */
const PATIENCE = 2500
const RESTING = 12

/** What a person does that ends a jump: nobody is pulled back to where they wanted to go a second ago. */
const TAKING_OVER = ['wheel', 'pointerdown', 'keydown', 'touchstart'] as const

/**
 * Brings a section to the top of the screen, and keeps it there while panels above it are made and take their
 * height. With `ready`, it goes on until that holds.
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

/** Panels that are made together: each that is there with the page by itself, and those that come later with their neighbours. */
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

/** What is below the lanes. It follows them in a step of its own, so that they are on the screen first. */
export function Details({ comparison: newest }: { readonly comparison: Comparison }) {
  const comparison = useDeferredValue(newest)
  const lane = useListed(comparison)
  const turn = useSettledTurn()
  return (
    <div className={comparison === newest ? 'stack gap-12 details' : 'stack gap-12 details is-late'}>
      {LANES.map((one) => (
        <Shown key={one.name} panel={one} of={comparison} given={{ comparison }} />
      ))}
      <Part name={DETAIL_TEXT.listed} of={[comparison]}>
        <ListedLane comparison={comparison} />
      </Part>
      <Sections />
      {lane !== undefined &&
        TOGETHER.map((panels) => (
          <Together key={panels[0]?.name} panels={panels} given={{ comparison, lane, turn }} />
        ))}
    </div>
  )
}

/** A panel that fails alone. */
function Shown<Place extends keyof Given>({
  panel: { name, title, height, Panel },
  of,
  given,
}: {
  readonly panel: Panel<string, Place>
  /** With another of these a panel that failed tries again. */
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

/** Pixels from the screen at which panels are made. */
const NEAR = '900px'

/**
 * Panels that are made once they come near the screen, or once somebody jumps below them. Once made they stay: what was
 * typed or opened in them is not lost by scrolling.
 */
function Later({ height, children }: { readonly height: number; readonly children: ReactNode }) {
  const { ref, inSight } = useInSight<HTMLDivElement>(NEAR)
  const wanted = useStore(panelsWanted, (state) => state.wanted)
  const [made, setMade] = useState(false)
  if ((inSight || wanted) && !made) setMade(true)
  return made ? children : <div className="later" ref={ref} style={{ height }} />
}

/** Leads to the panels of the lane in detail, which are many screens long. */
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

/** Milliseconds after the lanes until what stands at the end of the page is fetched. */
const AFTER_THE_LANES = 600

/** The end of the page: its script is fetched once the pictures are there, and with it those of panels at the side. */
export function Footing() {
  const [due, setDue] = useState(false)
  useEffect(() => {
    const timer = window.setTimeout(() => {
      setDue(true)
      // One that does not come is asked for again, and told of, when it is opened.
      for (const { load } of Object.values(SIDE_PANELS)) load?.().catch(() => undefined)
    }, AFTER_THE_LANES)
    return () => {
      window.clearTimeout(timer)
    }
  }, [])
  return due && END.map((one) => <Shown key={one.name} panel={one} of={null} given={{}} />)
}

import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import type { StoreApi } from 'zustand'
import type { Message } from '../../../engine/index.ts'
import type { Live } from '../../../live/index.ts'
import { KEY } from '../../store/model/call-fixture.ts'
import type * as CallList from '../../store/model/call-list.ts'
import type * as Connection from '../../store/model/connection.ts'
import type * as Choices from '../../store/choice/choices.ts'
import type * as Declarations from '../../store/choice/declarations.ts'
import type * as History from '../../store/choice/history.ts'
import type * as LogTexts from '../../store/run/log-texts.ts'
import type * as Session from '../../store/run/session.ts'
import type * as ByHand from './by-hand.ts'
import type * as Flow from './flow.ts'
import type * as GoingBack from './going-back.ts'
import type * as Keeping from './keeping.ts'
import type * as KeepingState from './keeping-state.ts'
import type * as Leaving from './leaving.ts'
import type * as State from '../../store/live/state.ts'
import type * as Thinking from './thinking.ts'

/** Milliseconds that a test waits at most. */
export const PATIENCE = { timeout: 20_000, interval: 5 }

/** The smallest log: it is the page's first content, and each test opens a page. */
const SHORT_LOG = JSON.stringify({
  messages: [
    { role: 'user', content: 'Is it?' },
    { role: 'assistant', content: 'It is.' },
  ],
})

type Page = typeof Declarations &
  Omit<typeof CallList, 'askAgain'> &
  typeof Connection &
  typeof Session &
  typeof Choices &
  typeof History &
  typeof LogTexts &
  typeof State &
  typeof ByHand &
  typeof Keeping &
  typeof KeepingState &
  typeof Leaving &
  typeof Thinking &
  typeof Flow &
  typeof GoingBack

/** The page's real state with the real door, a worker in this thread, and a provider without a network. */
async function load(): Promise<Page> {
  const parts: readonly object[] = await Promise.all([
    import('../../store/choice/declarations.ts'),
    import('../../store/model/call-list.ts'),
    import('../../store/model/connection.ts'),
    import('../../store/run/session.ts'),
    import('../../store/choice/choices.ts'),
    import('../../store/choice/history.ts'),
    import('../../store/run/log-texts.ts'),
    import('../../store/live/state.ts'),
    import('./by-hand.ts'),
    import('./keeping.ts'),
    import('./keeping-state.ts'),
    import('./leaving.ts'),
    import('./thinking.ts'),
    import('./flow.ts'),
    // This module's `askAgain` is used.
    import('./going-back.ts'),
  ])
  return Object.assign({}, ...parts) as Page
}

/** Resets the page's stores to their initial state. */
function empty(page: Page): void {
  const { liveState, keeping, calls, connection, useChoices, thinkingState } = page
  page.takeKeyAway()
  for (const store of [liveState, keeping, calls, connection, useChoices, thinkingState])
    (store as StoreApi<unknown>).setState(store.getInitialState(), true)
  page.restoreSteps({ past: [], future: [] })
}

/** One page for each test of a file, with helpers. */
export class LivePage {
  /** Event listeners of the window, by type. */
  readonly listeners = new Map<string, Set<(event: Event) => void>>()
  private now: Page | null = null
  private close: () => void = () => undefined

  get page(): Page {
    if (this.now === null) throw new Error('no page is open')
    return this.now
  }

  /** Leaves the page and loads it again, as a reload does: only the browser's storage remains. */
  async reload(): Promise<Page> {
    this.shut()
    this.listeners.clear()
    vi.resetModules()
    this.now = await load()
    return this.begin(this.now)
  }

  /** Another page without loading the code again: its stores are reset. */
  async open(): Promise<Page> {
    this.shut()
    const now = (this.now ??= await load())
    empty(now)
    this.listeners.clear()
    return this.begin(now)
  }

  private async begin(page: Page): Promise<Page> {
    const source = page.keepLog(SHORT_LOG, 'short.json')
    page.choose({ source, counter: 'chars4', lanes: [{ policy: 'fifo', gates: 'on' }] })
    const before = page.currentComparison()
    this.close = page.openSession()
    await vi.waitUntil(() => page.currentComparison() !== before, PATIENCE)
    return page
  }

  shut(): void {
    this.now?.stop()
    this.close()
  }

  /** Resets the shared modules for other files. */
  end(): void {
    this.shut()
    if (this.now !== null) empty(this.now)
    vi.unstubAllGlobals()
  }

  /** Sends an event of the browser to the page. @returns whether the page prevents the default */
  hears(type: string): boolean {
    const event = new Event(type, { cancelable: true })
    for (const listener of this.listeners.get(type) ?? []) listener(event)
    return event.defaultPrevented
  }

  get live(): Live {
    const found = this.page.liveState.getState().live
    if (found === null) throw new Error('there is no conversation')
    return found
  }

  get step() {
    return this.page.liveState.getState().step
  }

  get problem() {
    return this.page.liveState.getState().problem
  }

  get messages(): readonly Message[] {
    return this.live.trace.messages
  }

  get turns(): number {
    return this.live.trace.turns.length
  }

  /** A conversation with a real model over this network, which needs no approval of calls. */
  beginWithModel<Provider extends { readonly fetch: typeof fetch }>(provider: Provider): Provider {
    vi.stubGlobal('fetch', provider.fetch)
    this.page.connection.setState({ askFirst: false })
    this.page.giveKey(KEY, false)
    this.page.begin('bug', this.page.MODEL)
    return provider
  }
}

/**
 * The browser features that a test needs, and a new page before each test.
 *
 * @param worker a worker in this thread
 */
export function livePage(worker: unknown): LivePage {
  const scene = new LivePage()
  beforeAll(() => {
    vi.stubGlobal('window', globalThis)
    vi.stubGlobal('Worker', worker)
    vi.stubGlobal('requestAnimationFrame', (frame: () => void) => setTimeout(frame, 1))
    vi.stubGlobal('matchMedia', () => ({ matches: false }))
    vi.stubGlobal('addEventListener', (type: string, listener: (event: Event) => void) => {
      scene.listeners.set(type, (scene.listeners.get(type) ?? new Set()).add(listener))
    })
    vi.stubGlobal('removeEventListener', (type: string, listener: (event: Event) => void) => {
      scene.listeners.get(type)?.delete(listener)
    })
  })
  beforeEach(async () => {
    await scene.open()
  })
  afterEach(() => {
    scene.shut()
  })
  afterAll(() => {
    scene.end()
  })
  return scene
}

import { create } from 'zustand'
import { deepen } from './depth.ts'

/** The tabs of the panels below the lanes, in order. */
export const DETAIL_TABS = Object.freeze([
  'window',
  'kept',
  'money',
  'requests',
  'log',
  'files',
  'guide',
] as const)
export type DetailTab = (typeof DETAIL_TABS)[number]

/** Those shown beside the comparison, without the parts of a single run. */
export const COMPARED_TABS: readonly DetailTab[] = Object.freeze(['kept', 'money', 'files', 'guide'])

const KEY = 'context-window-lab.details'

interface Chosen {
  readonly tab: DetailTab
  /** A panel to bring on the screen once its tab is open; the number tells one wish from the next. */
  readonly wanted: { readonly panel: string; readonly count: number } | null
}

export const detailTab = create<Chosen>(() => ({ tab: remembered() ?? 'window', wanted: null }))

function remembered(): DetailTab | null {
  try {
    const value = localStorage.getItem(KEY)
    return DETAIL_TABS.find((one) => one === value) ?? null
  } catch {
    return null
  }
}

/** Opens a tab, now and at the next visit. */
export function openDetailTab(tab: DetailTab): void {
  detailTab.setState({ tab })
  try {
    localStorage.setItem(KEY, tab)
  } catch {
    // Storage is blocked: the choice lasts as long as the page.
  }
}

/** Opens the tab of a panel and scrolls to it. `page/panels.ts` has the names. */
export function goToPanel(tab: DetailTab, panel: string): void {
  if (!COMPARED_TABS.includes(tab)) deepen('expert')
  openDetailTab(tab)
  detailTab.setState(({ wanted }) => ({ wanted: { panel, count: (wanted?.count ?? 0) + 1 } }))
}

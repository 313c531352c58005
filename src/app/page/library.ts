import { createElement } from 'react'
import { tuning } from '../store/look/open.ts'
import { onDemand } from '../ui/on-demand.tsx'
import { runLog } from '../panel/conversation/log/take-log.ts'

/** The library, with what other panels do with its entries. */
export const LibraryPlace = onDemand(async () => {
  const { LibraryDialog } = await import('../panel/library/LibraryDialog.tsx')
  const continueLive = async (id: string): Promise<void> => {
    const { takeUpKept } = await import('../panel/live/keeping.ts')
    tuning.setState({ live: true, front: 'live' })
    await takeUpKept(id)
  }
  return () => createElement(LibraryDialog, { openLog: runLog, continueLive })
})

/** Why a stretch of a block's life ended. */
export type EndReason =
  | 'evicted'
  | 'replaced'
  | 'clipped'
  | 'summarized'
  | 'absorbed'
  | 'delegated'
  | 'cleared'
  | 'folded'
  | 'merged'
  | 'renewed'
  | 'left'
  | 'moved'
  | 'repaired'
  | 'rewritten'

/** The letter on the cap of a band, and what it stands for. */
export const END_WORDS: Readonly<Record<EndReason, { readonly letter: string; readonly label: string }>> =
  Object.freeze({
    evicted: { letter: 'E', label: 'evicted' },
    replaced: { letter: 'P', label: 'replaced by a placeholder' },
    clipped: { letter: 'C', label: 'clipped' },
    summarized: { letter: 'S', label: 'shortened in place' },
    absorbed: { letter: 'Σ', label: 'taken into a summary' },
    cleared: { letter: 'A', label: 'cleared by the provider' },
    folded: { letter: 'F', label: 'folded away behind a summary' },
    delegated: { letter: 'D', label: 'handed to a sub-agent' },
    merged: { letter: 'M', label: 'merged with near-duplicates' },
    renewed: { letter: 'N', label: 'replaced by newer notes' },
    left: { letter: 'W', label: 'left at a new window' },
    moved: { letter: '↕', label: 'moved' },
    repaired: { letter: 'R', label: 'changed by a repair' },
    rewritten: { letter: 'H', label: 'rewritten by hand' },
  })

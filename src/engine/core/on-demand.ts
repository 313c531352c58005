/** Code of a separate chunk was used before it was fetched. A run that this stopped can begin again once it was. */
export class CodeMissing extends Error {
  /** @param loader name of the function that fetches it */
  constructor(loader: string) {
    super(`${loader} was not awaited`)
    this.name = 'CodeMissing'
  }
}

/** Code in a separate chunk. */
export interface OnDemand<Code> {
  /** Fetches it once. Rejects if it cannot be fetched; the next call tries again. */
  readonly load: () => Promise<void>
  /** @throws CodeMissing before it was fetched */
  readonly code: () => Code
  readonly isLoaded: () => boolean
}

/**
 * What a file in the place of another needs (`codeOnDemand` in vite.config.ts).
 *
 * @param loader name of the exported function that calls `load`, for the error
 */
export function onDemand<Code>(loader: string, fetchCode: () => Promise<Code>): OnDemand<Code> {
  let fetched: Code | undefined
  return {
    load: async () => {
      fetched ??= await fetchCode()
    },
    code: () => {
      if (fetched === undefined) throw new CodeMissing(loader)
      return fetched
    },
    isLoaded: () => fetched !== undefined,
  }
}

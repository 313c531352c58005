import { lazy } from 'react'
import type { ComponentType } from 'react'

/** A part of the page whose code or style sheet did not load. */
export class LoadFailure extends Error {
  override readonly name = 'LoadFailure'
}

/** For each failed part, what to do before it is requested again. */
const failed = new Set<() => void>()
/** Addresses of style sheets that did not load. */
const missingSheets = new Set<string>()

/**
 * A component whose code is loaded when it is first drawn. A failed load throws a LoadFailure, until `forgetFailures`
 * allows another try.
 */
export function onDemand<Properties extends object>(
  load: () => Promise<ComponentType<Properties>>,
): ComponentType<Properties> {
  let Current = fetched()
  function fetched(): ComponentType<Properties> {
    return lazy(async () => {
      try {
        await fetchMissingSheets()
        return { default: await load() }
      } catch (failure) {
        failed.add(() => {
          Current = fetched()
        })
        throw new LoadFailure(failure instanceof Error ? failure.message : String(failure))
      }
    })
  }
  return function OnDemand(properties: Properties) {
    return <Current {...properties} />
  }
}

/** Allows everything that failed to load to be requested again. */
export function forgetFailures(): void {
  for (const forget of failed) forget()
  failed.clear()
}

/**
 * Records from now on which style sheets failed to load. The bundler requests each only once: the next use of a part
 * would come without them.
 */
export function noteMissingSheets(): void {
  // Error events of elements do not bubble.
  window.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') missingSheets.add(target.href)
    },
    true,
  )
}

async function fetchMissingSheets(): Promise<void> {
  await Promise.all([...missingSheets].map(fetchSheet))
}

function fetchSheet(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = address
    link.addEventListener('load', () => {
      missingSheets.delete(address)
      resolve()
    })
    link.addEventListener('error', () => {
      link.remove()
      reject(new Error(`no style sheet at ${address}`))
    })
    document.head.append(link)
  })
}

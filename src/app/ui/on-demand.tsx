import { lazy } from 'react'
import type { ComponentType } from 'react'

/** A part of the page whose code or style sheet did not come. */
export class LoadFailure extends Error {
  override readonly name = 'LoadFailure'
}

/** What each part that failed has to do before it is asked for again. */
const failed = new Set<() => void>()
/** Addresses of style sheets that did not load. */
const missingSheets = new Set<string>()

/**
 * A component whose code is fetched when it is first drawn. What fails throws a LoadFailure, until `forgetFailures` has
 * it fetched again.
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

/** Lets everything that could not be loaded be fetched again. */
export function forgetFailures(): void {
  for (const forget of failed) forget()
  failed.clear()
}

/**
 * Notes from now on which style sheets did not load. The bundler asks for each once: the next time that a part is wanted
 * it would come without them.
 */
export function noteMissingSheets(): void {
  // An error of an element does not bubble.
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

import type { Fault } from './faults.ts'
import type { LoggedRequest } from './log.ts'
import type { Scripted } from './messages.ts'

/** Replaces the remaining faults for the next requests. */
export async function setFaults(url: string, faults: readonly Fault[]): Promise<void> {
  await told(`${url}/__faults`, faults)
}

/** Replaces the answers to the next messages. */
export async function setScript(url: string, answers: readonly Scripted[]): Promise<void> {
  await told(`${url}/__script`, answers)
}

/** Clears the faults, the script, the log and the cached prefixes. */
export async function resetProvider(url: string): Promise<void> {
  await told(`${url}/__reset`, [])
}

/** All requests since the last reset. */
export async function requestsOf(url: string): Promise<readonly LoggedRequest[]> {
  const response = await fetch(`${url}/__log`)
  return (await response.json()) as readonly LoggedRequest[]
}

async function told(url: string, body: readonly object[]): Promise<void> {
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`the provider refuses ${url}: ${await response.text()}`)
}

import { isPlain } from './plain.ts'
import type { Plain } from './plain.ts'
import { STATE_VERSION } from './state.ts'

/** Turns a document of one version into one of the next. It is given unchecked data, and must not throw. */
export type Upgrade = (older: Plain) => Plain

/** Upgraders, by the version they start from. `fixture/` has a document of every version, which must open for ever. */
const UPGRADES: ReadonlyMap<number, Upgrade> = new Map()

/** A document in the current version; or the newer version that it has; or the value that is no version. */
export type Upgraded =
  | { readonly document: Plain }
  | { readonly newer: number }
  | { readonly at: string; readonly wrong: unknown }

/** Brings a document to the current version, one version at a time. */
export function upgraded(
  value: unknown,
  upgrades: ReadonlyMap<number, Upgrade> = UPGRADES,
  current: number = STATE_VERSION,
): Upgraded {
  if (!isPlain(value)) return { at: 'the state', wrong: value }
  const { version } = value
  if (typeof version !== 'number' || !Number.isSafeInteger(version) || version < 1)
    return { at: 'version', wrong: version }
  if (version > current) return { newer: version }
  let document = value
  for (let from = version; from < current; from++) {
    const upgrade = upgrades.get(from)
    if (upgrade === undefined) return { at: 'version', wrong: version }
    document = { ...upgrade(document), version: from + 1 }
  }
  return { document }
}

import { sha256 } from '../../../view/index.ts'

/** SHA-256 where the browser has none of its own. */
export function slowSha256(bytes: Uint8Array): Promise<Uint8Array> {
  const digits = sha256(bytes).match(/../g) ?? []
  return Promise.resolve(Uint8Array.from(digits, (two) => Number.parseInt(two, 16)))
}

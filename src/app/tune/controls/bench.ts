import { createContext, useContext } from 'react'
import { useChoices } from '../../state/choices.ts'
import type { Declarations } from '../../state/declarations.ts'
import { focusKey } from '../../state/focused-key.ts'
import { laneText, writeText } from '../../state/lane-text.ts'
import type { SettingEdit } from '../../state/lane-text.ts'

/** What every control of the panel works on; it stays the same object while only values change. */
export interface Bench {
  /** Place of the lane among those chosen, and its name there. */
  readonly index: number
  readonly lane: string
  readonly declarations: Declarations
  /** False while the text has an error: what the controls show is not what it says. */
  readonly usable: boolean
  /** Whether the lane's tokens are counted and not estimated. */
  readonly exact: boolean
}

export const BenchContext = createContext<Bench | null>(null)

export function useBench(): Bench {
  const bench = useContext(BenchContext)
  if (bench === null) throw new Error('a control stands outside of its panel')
  return bench
}

/**
 * Writes settings into the lane's text, and runs it. What would leave the text with an error is not written: a control
 * that broke it could not be used any more.
 *
 * @returns why not, in a sentence that ends with the value; null where it was written
 */
export function write(bench: Bench, edits: readonly SettingEdit[], input?: string): string | null {
  const { declarations } = bench
  const text = textOf(bench)
  if (text === null) return null
  const written = declarations.writeSettings(text, edits)
  if ('refused' in written) return written.refused
  return take(bench, written.text, input ?? edits.map(({ path }) => path.join('.')).join(' '))
}

/**
 * Moves a step of the cascade to another share: its key is written anew, or the whole ladder where none is written.
 *
 * @param place of the step in the ladder, from the lowest share up
 */
export function moveRung(bench: Bench, place: number, to: number): string | null {
  const { declarations } = bench
  const text = textOf(bench)
  const ladder = text === null ? null : declarations.parseConfig(text).config?.compression.cascade
  if (text === null || ladder === null || ladder === undefined) return null
  const from = Object.keys(ladder).toSorted((a, b) => Number(a) - Number(b))[place]
  if (from === undefined || Number(from) === to) return null
  const written = declarations
    .keyPlaces(text)
    .find(
      ({ path: [section, key, share, ...deeper] }) =>
        section === 'compression' &&
        key === 'cascade' &&
        deeper.length === 0 &&
        Number(share) === Number(from),
    )
  const moved =
    written === undefined
      ? declarations.writeSettings(text, [
          {
            path: ['compression', 'cascade'],
            value: Object.fromEntries(
              Object.entries(ladder).map(([key, steps]) => [key === from ? String(to) : key, steps]),
            ),
          },
        ])
      : declarations.renameKey(text, written.path, String(to))
  return 'refused' in moved ? moved.refused : take(bench, moved.text, `compression.cascade ${place}`)
}

/** The lane's text as it stands; null where it cannot be written to. */
function textOf({ index, usable, declarations }: Bench): string | null {
  const choice = useChoices.getState().lanes[index]
  return choice === undefined || !usable ? null : laneText(choice, declarations)
}

function take({ index, declarations }: Bench, text: string, input: string): string | null {
  const { config, problems } = declarations.parseConfig(text)
  if (config === null) return problems.find(({ severity }) => severity === 'error')?.message ?? null
  writeText(index, text, input)
  return null
}

/** Tells the text and the picture which setting is looked at; null for none. */
export function lookAt({ lane }: Bench, path: readonly string[] | null): void {
  focusKey(path === null ? null : { lane, path: path.join('.'), from: 'control' })
}

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { taskPresets } from '../task/list.ts'

const folder = import.meta.dirname
const sources = readdirSync(folder).filter((name) => name.endsWith('.ts') && !/test|fixture/.test(name))
const worlds = taskPresets.map(({ world, task }) =>
  [task, ...[...world().files].map(([path, text]) => `${path}\n${text}`)].join('\n'),
)
const fixture = worlds.join('\n')

/** A source without comments and imports. */
function codeOf(name: string): string {
  return readFileSync(join(folder, name), 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$|^import .*$/gm, '')
}

/** Words of a text that are long enough to have a meaning. */
function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[a-z]{4,}/g))
}

describe('an agent without a model decides from its request alone', () => {
  it.each(sources)('%s says no phrase of three words of the worlds that it works in', (name) => {
    const phrases = codeOf(name).match(/[A-Za-z]+(?: [A-Za-z]+){2,}/g) ?? []
    expect(phrases.filter((text) => fixture.includes(text))).toEqual([])
  })

  it.each(sources)('%s knows no word of what its worlds are about', (name) => {
    // Words of the files' paths and of the tasks that a program about something else would not contain.
    const about = [
      'berth',
      'hold',
      'marina',
      'harbour',
      'skipper',
      'reservation',
      'boat',
      'tariff',
      'kiosk',
      'quay',
      // the shelf
      'tram',
      'passenger',
      'opening',
      'crown',
      'viaduct',
      'depot',
      'shelf',
      // the desk
      'ticket',
      'voucher',
      'order',
      'price',
      'damaged',
      'parcel',
      'letter',
      'desk',
    ]
    expect(about.filter((word) => !fixture.includes(word))).toEqual([])
    const said = wordsOf(codeOf(name).replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' '))
    expect(about.filter((word) => said.has(word) || said.has(`${word}s`))).toEqual([])
  })
})

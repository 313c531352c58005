import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { taskPresets } from '../presets.ts'
import { repository } from '../repository/repository.ts'

const folder = import.meta.dirname
const sources = readdirSync(folder).filter((name) => name.endsWith('.ts') && !/test|fixture/.test(name))
const fixture = [...repository().files].map(([path, text]) => `${path}\n${text}`).join('\n')

/** The strings and patterns of a source, without comments. */
function literalsOf(source: string): string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$|import .*/gm, '')
  return [...code.matchAll(/'((?:[^'\\\n]|\\.)*)'/g)].map(([, text = '']) => text)
}

/** Words of a text that are long enough to have a meaning. */
function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[a-z]{4,}/g))
}

describe('an agent without a model decides from its request alone', () => {
  it.each(sources)('%s says no phrase of three words of the repository that it works in', (name) => {
    const phrases = literalsOf(readFileSync(join(folder, name), 'utf8')).filter((text) =>
      /\w \w+ \w/.test(text),
    )
    expect(phrases.filter((text) => fixture.includes(text))).toEqual([])
  })

  it.each(sources)('%s knows no word of what the repository is about', (name) => {
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
    ]
    expect(about.filter((word) => fixture.includes(word)).length).toBeGreaterThan(5)
    expect(taskPresets.length).toBeGreaterThan(0)
    const said = wordsOf(literalsOf(readFileSync(join(folder, name), 'utf8')).join(' '))
    expect(about.filter((word) => said.has(word) || said.has(`${word}s`))).toEqual([])
  })
})

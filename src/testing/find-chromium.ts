import { execFileSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from 'playwright'

/** The headless shell draws no window: tests take a sixth less time in it than in the full browser. */
const SHELL = 'chromium-headless-shell'
const commands = [SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/**
 * The path of a Chromium on this machine: the one named by the variable CHROMIUM, else an installed one on the PATH,
 * else the one that `npx playwright install chromium` installed, else null.
 */
export function findChromium(): string | null {
  const named = process.env['CHROMIUM']
  if (named !== undefined && named !== '') {
    if (!isProgram(named)) throw new Error(`CHROMIUM names no program: ${named}`)
    return named
  }
  for (const command of commands) {
    for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
      if (folder !== '' && isProgram(join(folder, command))) return join(folder, command)
    }
  }
  const own = chromium.executablePath()
  return existsSync(own) ? own : null
}

/**
 * Installs Debian's Chromium if that needs no questions (as root, with apt-get), and returns its path.
 *
 * @throws Error that says what to do, if it cannot or if the installation fails
 */
export function installChromium(): string {
  const advice =
    'Install Chromium (Debian, Ubuntu: apt-get install chromium; elsewhere: npx playwright install chromium), or set CHROMIUM to the path of one.'
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    throw new Error(`The browser tests found no Chromium on this machine. ${advice}`)
  }
  // oxlint-disable-next-line no-console -- a minute of silence looks like a hang
  console.log('No Chromium found: installing it with apt-get, which takes a minute.')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  try {
    execFileSync('apt-get', ['update', '-qq'], { stdio: 'inherit', env })
    const install = ['install', '-y', '-qq', '--no-install-recommends']
    try {
      execFileSync('apt-get', [...install, SHELL], { stdio: 'inherit', env })
    } catch {
      // Some systems with apt-get do not have the headless shell.
      execFileSync('apt-get', [...install, 'chromium'], { stdio: 'inherit', env })
    }
  } catch (cause) {
    throw new Error(`apt-get could not install Chromium. ${advice}`, { cause })
  }
  const found = findChromium()
  if (found === null) throw new Error(`apt-get installed Chromium, but it is not on the PATH. ${advice}`)
  return found
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

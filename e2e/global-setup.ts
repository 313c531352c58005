import { findChromium, installChromium } from '../src/testing/find-chromium.ts'

/**
 * Runs once before all browser tests: installs Chromium if there is none. The test workers read the config again and
 * find it.
 */
export default function globalSetup(): void {
  console.log(`Browser: ${findChromium() ?? installChromium()}`)
}

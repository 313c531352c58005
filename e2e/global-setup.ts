import { findChromium, installChromium } from '../src/testing/find-chromium.ts'

/** Runs once before all browser tests. The workers read the config again and find what was installed here. */
export default function globalSetup(): void {
  console.log(`Browser: ${findChromium() ?? installChromium()}`)
}

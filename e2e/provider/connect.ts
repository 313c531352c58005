import type { Page } from '@playwright/test'
import type { ProviderInSpec } from './fixture.ts'

/** Connects to a provider with its key, in the open panel of the model. */
export async function connectIn(
  page: Page,
  { url, key }: Pick<ProviderInSpec, 'url' | 'key'>,
): Promise<void> {
  const model = page.locator('.model-panel')
  await model.getByRole('button', { name: 'Change', exact: true }).click()
  await model.getByLabel('Base URL').fill(url)
  await model.getByRole('button', { name: 'Continue' }).click()
  await model.getByRole('button', { name: `Send calls to ${new URL(url).origin}` }).click()
  await model.getByLabel('API key').fill(key)
  await model.getByLabel('API key').press('Enter')
}

/** Opens the panel of the model, connects, and closes it. */
export async function connect(
  page: Page,
  provider: Pick<ProviderInSpec, 'url' | 'key'>,
  askFirst = false,
): Promise<void> {
  await page.locator('.model-button').click()
  await connectIn(page, provider)
  await page.locator('.model-panel').getByLabel('Confirm each call').setChecked(askFirst)
  await page.keyboard.press('Escape')
}

import type { Page } from '@playwright/test'
import type { ProviderInSpec } from './fixture.ts'

/** Gives the key of a provider whose address is chosen, in the open panel of the model. */
export async function connectIn(page: Page, { key }: Pick<ProviderInSpec, 'key'>): Promise<void> {
  const model = page.locator('.model-panel')
  await model.getByLabel('API key').fill(key)
  await model.getByLabel('API key').press('Enter')
}

/** Opens the panel of the model, connects to the model that these tests are made for, and closes it. */
export async function connect(
  page: Page,
  provider: Pick<ProviderInSpec, 'key'>,
  askFirst = false,
): Promise<void> {
  await page.locator('.model-button').click()
  await connectIn(page, provider)
  await page.locator('.model-panel input[value="claude-haiku-4-5"]').check()
  await page.locator('.model-panel').getByLabel('Confirm each call').setChecked(askFirst)
  await page.keyboard.press('Escape')
}

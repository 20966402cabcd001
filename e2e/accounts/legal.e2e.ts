/** The platform's admins write the privacy text and the terms. */
import { startDemo } from '../demoServer.ts'
import { desktop, enter, expect, expectAccessible, freshPage, test } from '../people.ts'

const admin = 'admin@tend.example'

test('an admin writes the legal texts in five languages side by side; what is written waits, and publishing asks first', async ({
  signIn,
}) => {
  const page = await signIn(admin, desktop)
  await page.getByRole('link', { name: 'Legal texts' }).click()
  await expect(page.getByText('A new version asks everybody to read and accept it')).toBeVisible()
  await expect(page.getByRole('textbox')).toHaveCount(5)
  await expect(page.getByRole('button', { name: /^Publish version/ })).toBeDisabled()
  await expectAccessible(page)

  await page.getByLabel('Deutsch').fill('Wir bewahren auf, was Sie eingeben.')
  await page.getByLabel('Terms').click()
  await page.getByLabel('English').fill('Be kind to animals.')
  await page.reload()
  await expect(page.getByLabel('Deutsch')).toHaveValue('Wir bewahren auf, was Sie eingeben.')
  await page.getByRole('button', { name: /^Publish version/ }).click()
  await expect(page.getByText('You cannot undo this.')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Start over' }).click()
  await expect(page.getByLabel('Deutsch')).not.toHaveValue('Wir bewahren auf, was Sie eingeben.')
})

test('what an admin publishes and mends is read by everybody, and was not published twice', { tag: '@long' }, async ({
  browser,
}) => {
  const { address, stop } = await startDemo()
  const [one, other] = [await freshPage(browser, address, desktop), await freshPage(browser, address, desktop)]
  try {
    for (const page of [one, other]) {
      await enter(page, admin)
      await page.goto('/legal')
      await expect(page.getByText('The texts that come with tend apply.')).toBeVisible()
    }
    const publish = async (page: typeof one, words: string) => {
      await page.getByLabel('English').fill(words)
      await page.getByRole('button', { name: /^Publish version/ }).click()
      await page.getByRole('button', { name: 'Publish', exact: true }).click()
    }
    await publish(one, 'What one writes.')
    await expect(one.getByText('Version 2 holds')).toBeVisible()
    await publish(other, 'What the other writes.')
    await expect(other.getByText('Version 2 was published meanwhile.')).toBeVisible()
    await expect(other.getByLabel('English')).toHaveValue('What the other writes.')
    await other.getByRole('button', { name: 'Correct version 2' }).click()
    await expect(other.getByText('Version 2 corrected')).toBeVisible()
    await one.goto('/auth/legal')
    await expect(one.getByText('What the other writes.')).toBeVisible()
  } finally {
    for (const page of [one, other]) await page.context().close()
    await stop()
  }
})

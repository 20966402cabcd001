/** Ready guides: chosen from the gallery, and read beside the question that needs them, without a network too. */
import type { Locator } from '@playwright/test'
import { enterAs, newCompany } from '../companySteps.ts'
import { answerAnimals, beginPenCheck, choose, question, worker } from '../filling/penCheck.ts'
import { desktop, expect, expectAccessible, hasCopies, phone, test } from '../people.ts'

const isDrawn = (picture: Locator) =>
  expect.poll(() => picture.evaluate(img => (img as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)

test('the help leads to a ready guide, which is read in the gallery and used once', async ({ browser, request }) => {
  const { boss } = await newCompany(request, 'Guide Farm')
  const page = await browser.newPage(desktop)
  await enterAs(page, request, boss, '/tasks')
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.keyboard.press('?')
  const help = page.getByRole('dialog')
  await help.getByRole('button', { name: 'Make a form' }).click()
  await help.getByRole('link', { name: 'Read more in the ready guide' }).click()
  await expect(page).toHaveURL(/\/guides\/ready#/)
  const title = 'Building a form'
  const sheet = page.getByRole('dialog', { name: title })
  await isDrawn(sheet.locator('img').first())
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Cancel' }).click()
  await expect(sheet).toHaveCount(0)
  await expect(page.getByRole('article')).toHaveCount(16)
  await expectAccessible(page)

  await page.getByRole('button', { name: title, exact: true }).click()
  await sheet.getByRole('button', { name: 'Use this guide' }).click()
  await expect(page).toHaveURL(/\/guides\/\d+$/)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await isDrawn(page.getByRole('main').locator('img').first())
  await page.goto('/guides/ready')
  await page.getByRole('button', { name: title, exact: true }).click()
  await expect(sheet.getByRole('button', { name: 'Use this guide' })).toHaveCount(0)
  await sheet.getByRole('link', { name: 'Open the guide' }).click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await page.close()
})

test.describe('in the barn', () => {
  test.use({ serviceWorkers: 'allow' })

  test('a guide beside a question is read offline, and no answer is lost', async ({ signIn }) => {
    const page = await signIn(worker, phone)
    await hasCopies(page)
    await beginPenCheck(page)
    await answerAnimals(page)
    await page.getByRole('button', { name: 'Next' }).tap()
    const water = 'Does water run at every drinker?'
    await choose(page, water, 'Yes')
    await choose(page, 'How is the air?', 'Fresh')
    await page.context().setOffline(true)

    await question(page, water)
      .getByRole('button', { name: `Help: ${water}` })
      .tap()
    const guide = page.getByRole('dialog').getByRole('region', { name: 'Checking water and feeders' })
    await isDrawn(guide.locator('img').first())
    await expectAccessible(page)
    const opened = page.waitForEvent('popup')
    await guide.getByRole('link', { name: 'Checking water and feeders' }).tap()
    const own = await opened
    await expect(own.getByRole('heading', { level: 1, name: 'Checking water and feeders' })).toBeVisible()
    await isDrawn(own.getByRole('main').locator('img').first())
    await own.close()

    await page.keyboard.press('Escape')
    await expect(question(page, water).getByLabel('Yes', { exact: true })).toBeChecked()
    await page.reload()
    await expect(question(page, water).getByLabel('Yes', { exact: true })).toBeChecked()
    await expect(question(page, 'How is the air?').getByLabel('Fresh', { exact: true })).toBeChecked()
    await page.context().setOffline(false)
  })
})

/** Filling in a form by its public link: made by a manager, used by somebody without an account, taken back again. */
import { readFileSync } from 'node:fs'
import type { Browser, Page } from '@playwright/test'
import { locales } from '#shared/lib/language.ts'
import { call } from '../apiCalls.ts'
import { manager } from '../formSteps.ts'
import { everyType } from '../forms/everyType.ts'
import { desktop, errorsOf, expect, expectAccessible, freshPage, phone, test } from '../people.ts'

const definition = {
  schema: 1,
  default_language: 'en',
  scoring: { bands: { good: 80, attention: 50 } },
  sections: [
    {
      id: 'visit',
      title: { en: 'Your visit', de: 'Ihr Besuch' },
      questions: [
        {
          ...{ id: 'boots', type: 'yes_no', good: 'yes', points: 1, required: true },
          label: { en: 'Were your boots clean?', de: 'Waren Ihre Stiefel sauber?' },
        },
        { id: 'gate', type: 'photo', label: { en: 'The gate', de: 'Das Tor' } },
        { id: 'barn', type: 'location', label: { en: 'Which barn?', de: 'Welcher Stall?' } },
      ],
    },
  ],
}
const picture = {
  name: 'gate.png',
  mimeType: 'image/png',
  buffer: readFileSync(new URL('../../web/public/icons/icon-192.png', import.meta.url)),
}

/** A published form, open on the manager's screen. */
async function openPublished(page: Page, name: string, content: object = definition): Promise<number> {
  const { id } = await call(page, 'POST', '/form', { name: { en: name }, definition: content })
  await call(page, 'POST', `/form/${id}/publish`, {})
  await page.goto(`/forms/${id}`)
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  return id
}

/** The sheet of the public link, opened from the form's menu. */
async function openLink(page: Page) {
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Public link' }).click()
  return page.getByRole('dialog', { name: 'Public link' })
}

test('a visitor fills in a form by its link, through a reload and without signal; taken back, the link leads nowhere', async ({
  signIn,
  browser,
  baseURL,
}) => {
  const boss = await signIn(manager, desktop)
  const id = await openPublished(boss, `Visitors ${Date.now()}`)
  const sheet = await openLink(boss)
  await expect(sheet.getByRole('listitem')).toHaveText(['Which barn?'])
  await sheet.getByRole('button', { name: 'Set PIN' }).click()
  await sheet.getByLabel('PIN', { exact: true }).fill('4711')
  await sheet.getByLabel('Maximum number of answers').fill('1')
  await sheet.getByRole('button', { name: 'Create link' }).click()
  await expect(sheet.getByText('0 of 1 answers received')).toBeVisible()
  await expectAccessible(boss)
  const { pathname } = new URL(await sheet.getByLabel('Address').inputValue())

  const visitor = await freshPage(browser, baseURL, phone)
  const errors = errorsOf(visitor, /status of (403|404|422)/)
  const asked: (string | undefined)[] = []
  visitor.on('request', request => {
    if (request.method() === 'GET' && request.url().includes(`/api${pathname}`))
      asked.push(request.headers()['form-pin'])
  })
  await visitor.goto(pathname)
  await visitor.getByRole('textbox', { name: 'PIN' }).fill('1111')
  // By the page, before its code was there; and not again by the code.
  expect(asked).toEqual([undefined])
  await visitor.getByRole('button', { name: 'Open form' }).click()
  await expect(visitor.getByRole('alert')).toHaveText('Wrong PIN. Try again.')
  await visitor.getByRole('textbox', { name: 'PIN' }).fill('4711')
  await visitor.getByRole('button', { name: 'Open form' }).click()
  await visitor.getByRole('group', { name: 'Were your boots clean?' }).getByText('Yes').click()
  const gate = visitor.getByRole('group', { name: 'The gate' })
  await gate.locator('input[type=file]').setInputFiles(picture)
  await expect(gate.locator('img')).toBeVisible()
  expect(asked.splice(0)).toEqual([undefined, '1111', '4711'])
  await visitor.reload()
  await expect(gate.locator('img')).toBeVisible()
  await expect(visitor.getByRole('radio', { name: 'Yes' })).toBeChecked()
  expect(asked).toEqual(['4711'])
  await expect(visitor.getByText('Which barn?')).toHaveCount(0)
  await expectAccessible(visitor)
  await visitor.getByRole('button', { name: 'Finish' }).click()
  await visitor.getByLabel('How can we reach you?').fill('Anna, 0123')
  await visitor.context().setOffline(true)
  await visitor.getByRole('button', { name: 'Send' }).click()
  await expect(visitor.getByRole('heading', { name: 'Waiting to be sent' })).toBeVisible()
  await visitor.context().setOffline(false)
  await expect(visitor.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  expect(new URL(visitor.url()).pathname).toBe(`/form/${id}/public/success`)

  const [submission] = await call(boss, 'GET', `/form/submission?form_id=${id}`)
  expect(submission).toMatchObject({ status: 'complete', score_percent: 100 })
  await boss.goto(`/submission/view/${submission.id}`)
  await expect(boss.getByRole('img', { name: 'Good' }).or(boss.getByText('100')).first()).toBeVisible()
  await boss.goto(`/forms/${id}`)
  await boss.getByRole('button', { name: 'Public link on' }).click()
  await expect(sheet.getByText('The link has all its answers.')).toBeVisible()
  await sheet.getByRole('button', { name: 'Stop sharing' }).click()
  await boss.getByRole('dialog', { name: 'Stop sharing' }).getByRole('button', { name: 'Stop sharing' }).click()
  await expect(sheet.getByRole('button', { name: 'Create link' })).toBeVisible()
  await visitor.goto(pathname)
  await expect(visitor.getByRole('heading', { name: 'Form not found' })).toBeVisible()
  expect(errors, 'errors in the console').toEqual([])
  await visitor.context().close()
  await call(boss, 'DELETE', `/form/${id}`)
})

/** The visitor's page, opened with what its console complains about. */
async function visit(browser: Browser, baseURL: string | undefined, path: string, told = /status of (403|404|422)/) {
  const page = await freshPage(browser, baseURL, phone)
  const errors = errorsOf(page, told)
  await page.goto(path)
  return { page, errors }
}

const pathOf = ({ address }: { address: string }) => new URL(address).pathname
const boots = (page: Page) => page.getByRole('group', { name: 'Were your boots clean?' })

test('what a visitor typed is in every tab, is read in their language, and goes when they say so', async ({
  signIn,
  browser,
  baseURL,
}) => {
  const boss = await signIn(manager, desktop)
  const id = await openPublished(boss, `Tabs ${Date.now()}`)
  const path = pathOf(await call(boss, 'POST', `/form/${id}/public-link`, {}))
  const { page, errors } = await visit(browser, baseURL, path)
  await boots(page).getByText('Yes').click()
  await expect(page.getByText(/^Saved/)).toBeVisible()
  const other = await page.context().newPage()
  await other.goto(`${path}?lang=de`)
  const german = other.getByRole('group', { name: 'Waren Ihre Stiefel sauber?' })
  await expect(german.getByRole('radio', { name: 'Ja' })).toBeChecked()
  await german.getByText('Nein').click()
  await expect(boots(page).getByRole('radio', { name: 'No' })).toBeChecked()

  await page.getByRole('button', { name: 'Delete my answers' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(boots(page).getByRole('radio', { name: 'No' })).not.toBeChecked()
  await expect(german.getByRole('radio', { name: 'Nein' })).not.toBeChecked()
  await page.reload()
  await expect(boots(page).getByRole('radio', { name: 'No' })).not.toBeChecked()
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toMatch(/tend_(rescue|public_contact)/)

  await boots(page).getByText('Yes').click()
  await page.getByRole('button', { name: 'Finish' }).click()
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await expect(other.getByRole('heading', { name: 'Diese Antworten wurden gesendet' })).toBeVisible()
  await page.getByRole('link', { name: 'Fill in again' }).click()
  await expect(boots(page).getByRole('radio', { name: 'Yes' })).not.toBeChecked()
  expect(errors, 'errors in the console').toEqual([])
  await page.context().close()
  expect(await call(boss, 'GET', `/form/submission?form_id=${id}`)).toHaveLength(1)
  await call(boss, 'DELETE', `/form/${id}`)
})

test('what is refused is named and stays; a PIN that was changed is asked for, and the answers go on', {
  tag: '@long',
}, async ({ signIn, browser, baseURL }) => {
  const boss = await signIn(manager, desktop)
  const id = await openPublished(boss, `Refused ${Date.now()}`)
  const link = await call(boss, 'POST', `/form/${id}/public-link`, {})
  const path = pathOf(link)
  const { page, errors } = await visit(browser, baseURL, path)
  await boots(page).getByText('Yes').click()
  await page.getByRole('button', { name: 'Finish' }).click()
  const refusal = { code: 'invalid', message: 'Please check.', errors: { 'answers.boots': ['This cannot be.'] } }
  await page.route(`**/api${path}?*`, route => route.fulfill({ status: 422, json: refusal }), { times: 1 })
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('alert')).toContainText('Were your boots clean? This cannot be.')
  await page.getByRole('alert').getByRole('link', { name: 'Were your boots clean?' }).click()
  await expect(boots(page).getByRole('radio', { name: 'Yes' })).toBeChecked()

  await call(boss, 'PUT', `/form/${id}/public-link/${link.id}`, { pin: '4711' })
  await page.getByRole('button', { name: 'Finish' }).click()
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('textbox', { name: 'PIN' }).fill('4711')
  await page.getByRole('button', { name: 'Open form' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  expect(errors, 'errors in the console').toEqual([])
  await page.context().close()
  await call(boss, 'DELETE', `/form/${id}`)
})

const texts = (language: string, feature: string) =>
  JSON.parse(readFileSync(new URL(`../../web/locales/${language}/${feature}.json`, import.meta.url), 'utf8'))
/** So high that nothing lies under the bars: axe takes what they cover for small. */
const tall = ({ width }: { width: number }) => ({ width, height: 4_000 })

for (const language of locales)
  test(`a public form and its link are accessible (${language})`, { tag: '@long' }, async ({
    signIn,
    browser,
    baseURL,
  }) => {
    test.setTimeout(600_000)
    const boss = await signIn(manager, { ...desktop, language })
    const id = await openPublished(boss, `Everything ${Date.now()}`, everyType)
    const path = pathOf(await call(boss, 'POST', `/form/${id}/public-link`, { pin: '4711', cap: 1 }))
    // Five languages within a minute are more visits than one place has; the page tries again.
    const { page, errors } = await visit(browser, baseURL, `${path}?lang=${language}`, /status of (403|404|422|429)/)
    const check = async (screen: Page, name: string) => {
      await screen.waitForLoadState('networkidle')
      for (const { viewport } of [desktop, phone]) {
        await screen.setViewportSize(tall(viewport))
        await test.step(`${name} ${viewport.width}`, () => expectAccessible(screen))
      }
    }
    await boss.reload()
    await boss.getByRole('button', { name: texts(language, 'publicLink').on }).click()
    await expect(boss.getByRole('dialog')).toBeVisible()
    await check(boss, 'link')

    const next = page.locator('[class*=_footer] button').last()
    await expect(page.locator('input[name=pin]')).toBeVisible()
    await check(page, 'PIN')
    await page.locator('input[name=pin]').fill('4711')
    await page.keyboard.press('Enter')
    await page.locator('#question-weight input:not([type=file])').fill('12')
    await page.locator('#question-lame label, #question-lame button').nth(1).click()
    for (let step = 1; step <= 4; step++) {
      await expect(page.locator('h2').first()).toBeVisible()
      await check(page, `page ${step}`)
      if ((await page.locator('#end-of-form').count()) > 0) break
      await next.click()
    }
    await page.context().setOffline(true)
    await next.click()
    await expect(page.getByRole('heading', { name: texts(language, 'publicForm').waiting.title })).toBeVisible()
    await check(page, 'waiting')
    await page.context().setOffline(false)
    await expect(page.getByRole('heading', { name: texts(language, 'public').thanks.title })).toBeVisible()
    await check(page, 'thanks')
    await page.goto(`${path}?lang=${language}`)
    await expect(page.getByRole('heading', { name: texts(language, 'public').closed.full })).toBeVisible()
    await check(page, 'closed')
    expect(errors, 'errors in the console').toEqual([])
    await page.context().close()
    await call(boss, 'DELETE', `/form/${id}`)
  })

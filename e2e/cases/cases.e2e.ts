/**
 * A concern, from the notice on the wall to the answer: reported without a name, answered in the inbox, read with the
 * code.
 */
import { readFileSync } from 'node:fs'
import { ask } from '../apiCalls.ts'
import { enterAs, newCompany } from '../companySteps.ts'
import { desktop, errorsOf, expect, expectAccessible, freshPage, phone, test } from '../people.ts'

const definition = {
  schema: 1,
  default_language: 'en',
  settings: { reporting_channel: true },
  sections: [
    {
      id: 'concern',
      title: { en: 'What you know', ar: 'ما تعرفه' },
      questions: [
        { id: 'what', type: 'text', required: true, label: { en: 'What is wrong?', ar: 'ما الخطأ؟' } },
        { id: 'proof', type: 'photo', label: { en: 'Pictures of it', ar: 'صور لذلك' } },
      ],
    },
  ],
}
const picture = {
  name: 'gate.png',
  mimeType: 'image/png',
  buffer: readFileSync(new URL('../../web/public/icons/icon-192.png', import.meta.url)),
}

test('a report without a name is answered, and its reporter comes back with nothing but the code', {
  tag: '@core',
}, async ({ page, browser, baseURL, request: api }) => {
  const { boss, company, worker } = await newCompany(api, 'Concern Farm')
  const role = await ask<{ id: number }>(api, boss.token, 'POST', '/role', {
    ...{ name: 'Trust person', standing: 'below_employee' },
    rules: [{ action: ['read', 'update'], subject: 'Case' }],
  })
  const trust = await worker('Ruth')
  await ask(api, boss.token, 'PUT', `/company/${company.id}/user/${trust.id}`, { role_id: role.id })
  const form = await ask<{ id: number }>(api, boss.token, 'POST', '/form', { name: { en: 'Concerns' }, definition })
  await ask(api, boss.token, 'POST', `/form/${form.id}/publish`, {})
  const { address } = await ask<{ address: string }>(api, boss.token, 'POST', `/form/${form.id}/public-link`, {})

  const reporter = await freshPage(browser, baseURL, phone)
  const errors = errorsOf(reporter, /status of (404)/)
  await reporter.goto(new URL(address).pathname)
  await expect(reporter.getByText('This is a reporting channel of Concern Farm')).toBeVisible()
  await reporter.getByRole('textbox', { name: 'What is wrong?' }).fill('The calves have no water at night')
  await reporter.getByRole('group', { name: 'Pictures of it' }).locator('input[type=file]').setInputFiles(picture)
  await expect(reporter.getByRole('group', { name: 'Pictures of it' }).locator('img')).toBeVisible()
  await reporter.getByRole('button', { name: 'Finish' }).click()
  await expect(reporter.getByRole('radio', { name: 'Anonymously' })).toBeChecked()
  await expect(reporter.getByLabel('Your name and how to reach you')).toHaveCount(0)
  await expectAccessible(reporter)
  await reporter.getByRole('button', { name: 'Send' }).click()
  await expect(reporter.getByRole('heading', { name: 'Report sent' })).toBeVisible()
  const code = (await reporter.getByRole('status', { name: 'Your code' }).locator('span').allTextContents()).join('-')
  expect(code).toMatch(/^([0-9A-Z]{4}-){6}[0-9A-Z]{4}$/)
  const saving = reporter.waitForEvent('download')
  // The days are the server's: this device's clock is years ahead.
  await reporter.clock.setFixedTime('2031-03-01T12:00:00Z')
  await reporter.getByRole('button', { name: 'Save reminder' }).click()
  const reminder = readFileSync(await (await saving).path(), 'utf8')
  expect(reminder.match(/DTSTART;VALUE=DATE:\d{4}/g)).not.toContain('DTSTART;VALUE=DATE:2031')
  expect(reminder).toContain('SUMMARY:Reminder')
  expect(reminder).not.toMatch(/concern|tend|http/i)
  // Nothing of it is on the device once the code is shown.
  await expect
    .poll(() => reporter.evaluate(leftOnDevice))
    .toEqual({ storage: [], answers: 0, entries: 0, forms: 0, photos: 0 })
  await reporter.getByLabel('I have saved the code').check()
  await expectAccessible(reporter)

  const offer = `/company/${company.id}/user/${trust.id}/enrolment`
  const { token: card } = await ask<{ token: string }>(api, boss.token, 'POST', offer, {})
  const session = await ask<never>(api, '', 'POST', '/auth/enrolment', { token: card, pin: '508213' })
  const { version } = await ask<{ version: number }>(api, '', 'GET', '/system/legal')
  await ask(api, (session as { token: string }).token, 'PUT', '/auth/accept-privacy', { version })
  await page.setViewportSize(desktop.viewport)
  await enterAs(page, api, session, '/case')
  await expect(page.getByText('Acknowledge by')).toBeVisible()
  await expect(page.getByText('Fewer than five').first()).toBeVisible()
  await page.getByRole('link', { name: 'Concerns' }).click()
  await expect(page.getByText('The calves have no water at night')).toBeVisible()
  await expect(page.getByRole('button', { name: /^File 1\./ })).toBeVisible()
  await page.getByRole('textbox', { name: 'Answer to the reporter' }).fill('Thank you. Since when?')
  await page.getByRole('button', { name: 'Send answer' }).click()
  await expect(page.getByRole('list', { name: 'Messages and notes' })).toContainText('Thank you. Since when?')
  await expect(page.getByText('Answer by')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Who read what' })).toContainText('Ruth')
  await expectAccessible(page)

  await reporter.goto('/form/public/case')
  await reporter.getByLabel('Your code').fill('ABCD-EFGH')
  await reporter.getByRole('button', { name: 'Open' }).click()
  await expect(reporter.getByRole('alert')).toContainText('No case has this code.')
  await reporter.getByLabel('Your code').fill(code.toLowerCase().replaceAll('-', ' '))
  await reporter.getByRole('button', { name: 'Open' }).click()
  await expect(reporter.getByText('Thank you. Since when?')).toBeVisible()
  await expect(reporter.getByText('Receipt acknowledged')).toBeVisible()
  await expect(reporter.getByText('Ruth')).toHaveCount(0)
  await reporter.getByRole('textbox', { name: 'Write a message' }).fill('Since Monday')
  await reporter.getByRole('button', { name: 'Send' }).click()
  await expect(reporter.getByRole('list', { name: 'Messages' })).toContainText('Since Monday')
  await expectAccessible(reporter)
  await reporter.goto('/form/public/case?lang=ar')
  await expect(reporter.getByRole('heading', { name: 'العودة إلى بلاغك' })).toBeVisible()
  await expectAccessible(reporter)
  expect(errors, 'errors in the console').toEqual([])
  await reporter.context().close()
})

/** What the browser keeps: words of storage that a form has, and rows of the database of visitors. */
async function leftOnDevice() {
  const storage = Object.keys({ ...localStorage, ...sessionStorage }).filter(key => /public|rescue/.test(key))
  const counts: Record<string, number> = {}
  for (const { name } of await indexedDB.databases()) {
    if (!name) continue
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(name)
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(opening.error)
    })
    for (const table of ['answers', 'entries', 'forms', 'photos']) {
      if (!database.objectStoreNames.contains(table)) continue
      const count = await new Promise<number>(resolve => {
        const counting = database.transaction(table).objectStore(table).count()
        counting.onsuccess = () => resolve(counting.result)
      })
      counts[table] = (counts[table] ?? 0) + count
    }
    database.close()
  }
  return { storage, ...counts }
}

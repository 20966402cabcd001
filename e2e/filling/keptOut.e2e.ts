/**
 * Who was frozen or removed, and works in no company any more, still reaches what they wrote: the outbox, drafts and a
 * copy of both.
 */
import { ask } from '../apiCalls.ts'
import { enterAs } from '../companySteps.ts'
import { desktop, expect, expectAccessible, freshPage, phone, test } from '../people.ts'
import { formsOf, unsentWork, yes } from './unsentWork.ts'

test.use({ serviceWorkers: 'allow' })

for (const how of ['frozen', 'removed'] as const)
  test(`who was ${how} while work was unsent, and has no other company, reaches it, saves it, and the manager brings it in`, async ({
    browser,
    baseURL,
    playwright,
  }) => {
    const api = await playwright.request.newContext({ ...(baseURL && { baseURL }) })
    const page = await freshPage(browser, baseURL, phone)
    await page.addInitScript(() => localStorage.setItem('locale', 'en'))
    const { boss, company, form, anna, uuid } = await unsentWork(api, page)
    // Another one is half done; the form of it is on the phone.
    await page.goto(`/submission/filling/new?form=${form.id}`)
    await yes(page).check()
    await expect(page.getByText(/^Saved \d/)).toBeVisible()
    const draft = page.url().match(/[0-9a-f-]{36}/)?.[0] ?? ''
    expect(draft).not.toBe(uuid)

    const member = `/company/${company.id}/user/${anna.id}`
    if (how === 'frozen') await ask(api, boss.token, 'POST', `${member}/freeze`, {})
    else await ask(api, boss.token, 'DELETE', member)
    await page.context().setOffline(false)

    // Whatever else there is for whoever works nowhere: from there the way leads to the work.
    await page.goto('/tasks')
    await expect(page.getByRole('heading', { name: 'Set up your company' })).toBeVisible()
    await page.getByRole('link', { name: /unsent/ }).click()
    await expect(page.getByRole('heading', { name: 'On this phone' })).toBeVisible()
    const unsent = page.getByRole('region', { name: 'Not sent yet' })
    await expect(unsent.getByRole('listitem')).toHaveCount(2)
    await expect(unsent.getByText(/belongs to another company/)).toHaveCount(2)
    await expectAccessible(page)
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save a copy' }).click()
    const { path, forms } = await formsOf(saving)
    expect(forms.map(one => one.uuid).sort()).toEqual([uuid, draft].sort())
    for (const one of forms)
      expect(one).toMatchObject({
        content: { answers: { well: { value: 'yes' } } },
        written_by: { id: anna.id, name: 'Anna' },
        reason: expect.stringMatching(/\w+/),
      })
    await page.goto(`/submission/filling/${draft}`)
    await expect(yes(page)).toBeChecked()
    // It waits, or was refused already, and can be read either way.
    await page.goto(`/submission/filling/${uuid}`)
    const waits = page.getByRole('heading', { name: 'Done. Your answers are safe on this phone.' })
    await expect(waits.or(yes(page)).first()).toBeVisible()

    const desk = await freshPage(browser, baseURL, { ...desktop, serviceWorkers: 'block' })
    await desk.addInitScript(() => localStorage.setItem('locale', 'en'))
    await enterAs(desk, api, boss, '/submission/import')
    await desk.locator('input[type=file]').setInputFiles(path)
    const found = desk.getByRole('list', { name: 'Forms in the copy' })
    await expect(found.getByText('Filled in by Anna')).toHaveCount(2)
    await desk.getByRole('button', { name: 'Import 2 forms' }).click()
    await expect(found.getByText('Imported')).toHaveCount(2)
    const rows = await ask<object[]>(api, boss.token, 'GET', `/form/submission?uuid=${uuid}`)
    expect(rows).toMatchObject([{ status: 'complete', user_name: 'Anna' }])
    for (const one of [page, desk]) await one.context().close()
    await api.dispose()
  })

/**
 * Somebody is invited for one barn, of which alone their phone knows. An animal that moves away while they fill in a
 * form about it without signal leaves their lists, and the form arrives.
 */
import { readFileSync } from 'node:fs'
import { goodPassword, newAddress } from '../accountSteps.ts'
import { call, me } from '../apiCalls.ts'
import { manager } from '../formSteps.ts'
import { desktop, errorsOf, expect, expectAccessible, hasCopies, phone, test } from '../people.ts'

const readJson = (path: string) => JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'))

type Named = { id: number; name: string }

for (const language of ['en', 'hu', 'ar'] as const)
  test(
    `who is invited for one barn sees that barn, and finishes what they began there (${language})`,
    {
      tag: language === 'en' ? [] : '@long',
    },
    async ({ signIn, browser, baseURL }, { retry }) => {
      const [invites, members, filling, submissions] = ['invites', 'members', 'filling', 'submissions'].map(feature =>
        readJson(`web/locales/${language}/${feature}.json`),
      )
      const mark = `${Date.now()}${language}${retry}`
      const boss = await signIn(manager, { ...desktop, at: '/company/users', language })
      const { company_id } = await me(boss)
      const add = (path: string, row: object) => call<Named>(boss, 'POST', path, row)
      const barn = await add('/location', { name: `North ${mark}`, type: 'barn' })
      const other = await add('/location', { name: `South ${mark}`, type: 'barn' })
      const cow = (name: string, location_id: number) =>
        add('/animal', { name: `${name} ${mark}`, species: 'cattle', location_id })
      const [daisy, bella] = [await cow('Daisy', barn.id), await cow('Bella', barn.id)]
      await cow('Cora', other.id)
      const form = await add('/form', {
        name: { en: `Check ${mark}` },
        definition: {
          ...{ schema: 1, default_language: 'en', settings: { about: { types: ['animal'], required: true } } },
          sections: [
            {
              id: 'all',
              title: { en: 'All' },
              questions: [{ id: 'eats', type: 'yes_no', label: { en: 'Does it eat?' } }],
            },
          ],
        },
      })
      await call(boss, 'POST', `/form/${form.id}/publish`, {})

      // The manager invites somebody for the barn.
      const email = newAddress(`barn.${language}`)
      await boss.reload()
      await boss.getByRole('button', { name: invites.invite, exact: true }).click()
      const sheet = boss.getByRole('dialog')
      await sheet.locator('input[name="email"]').fill(email)
      await sheet.getByRole('radio', { name: members.reachPart }).check()
      const places = sheet.getByRole('combobox', { name: members.reachParts })
      await places.fill(barn.name)
      await boss.getByRole('option', { name: barn.name }).click()
      await places.press('Escape')
      await expectAccessible(boss)
      await sheet.getByRole('button', { name: invites.send }).click()
      await expect(sheet.getByText(invites.states.pending)).toBeVisible()
      const [invite] = await call<{ email: string; path: string }[]>(
        boss,
        'GET',
        `/company/${company_id}/invites?sort=-created_at`,
      )
      expect(invite?.email).toBe(email)

      // They join on their phone.
      const context = await browser.newContext({
        ...phone,
        ...(baseURL && { baseURL }),
        locale: language,
        serviceWorkers: 'allow',
      })
      const page = await context.newPage()
      const errors = errorsOf(page)
      await page.addInitScript(locale => localStorage.setItem('locale', locale), language)
      await page.goto(invite?.path ?? '')
      await page.locator('input[name="name"]').fill(`Hand ${mark}`)
      await page.locator('input[name="password"]').fill(goodPassword)
      const copied = hasCopies(page)
      await page.locator('button[type="submit"]').click()
      await page.waitForURL('**/tasks')
      await copied

      // Their barn and its animals are all that there is.
      const names = () => page.getByRole('table').getByRole('link')
      await page.goto('/locations')
      await expect(names()).toHaveText([barn.name])
      await page.goto('/animals')
      await expect(names()).toHaveText([bella.name, daisy.name])
      await expectAccessible(page)

      // Without signal they begin a form, and the animal moves away.
      await page.goto(`/submission/filling/new?form=${form.id}`)
      await expect(page.getByRole('heading', { name: filling.about.title })).toBeVisible()
      await context.setOffline(true)
      await page.getByRole('button', { name: new RegExp(daisy.name) }).click()
      const answer = page
        .getByRole('group', { name: 'Does it eat?' })
        .getByLabel(submissions.answers.yes, { exact: true })
      await answer.check()
      await call(boss, 'PUT', `/animal/${daisy.id}`, { location_id: other.id })
      await page.getByRole('button', { name: filling.toEnd }).click()
      await page.getByRole('button', { name: filling.complete, exact: true }).click()
      await expect(page.getByRole('heading', { name: filling.ended.kept })).toBeVisible()
      await expectAccessible(page)

      // Back in reach, the form arrives, and the animal is gone from their lists.
      await page.goto('/outbox')
      await context.setOffline(false)
      await expect(page.getByRole('heading', { name: filling.outbox.empty })).toBeVisible()
      const filled = await call<{ status: string; subjects: Named[] }[]>(
        boss,
        'GET',
        `/form/submission?form_id=${form.id}`,
      )
      expect(filled).toMatchObject([{ status: 'complete', subjects: [{ id: daisy.id }] }])
      await page.goto('/animals')
      await expect(names()).toHaveText([bella.name])
      await page.goto(`/submission/filling/new?form=${form.id}`)
      await expect(page.getByRole('button', { name: new RegExp(bella.name) })).toBeVisible()
      await expect(page.getByRole('button', { name: new RegExp(daisy.name) })).toHaveCount(0)
      expect(errors).toEqual([])
      await context.close()
      await call(boss, 'DELETE', `/form/${form.id}`)
    },
  )

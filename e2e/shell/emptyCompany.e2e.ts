/** The first day: a company that has nothing yet, on every screen that needs no row of its own. */

import { ask, call } from '../apiCalls.ts'
import { enterAs, newCompany, newcomer } from '../companySteps.ts'
import { desktop, errorsOf, expect, freshPage, phone, test } from '../people.ts'
import { screens } from './screens.ts'
import { arriveAt, expectUsable } from './walking.ts'

const managers = ['a manager', 'a manager in the registers', 'a manager of the company']
const without = (who: string[]) => [
  ...new Set(
    screens
      .filter(screen => who.includes(screen.who) && !screen.path.includes('$') && !/.\/$/.test(screen.path))
      .map(({ path }) => path),
  ),
]

for (const [device, options] of Object.entries({ phone, desktop }))
  test(`a person with nothing yet reads on every screen what it is for (${device})`, { tag: '@long' }, async ({
    browser,
    baseURL,
    request: api,
    signIn,
  }) => {
    const { boss, company } = await newCompany(api, `Empty Yard ${device}`)
    const member = await newcomer(api, 'Mia Member')
    const office = await signIn('admin@tend.example', { at: '/favicon.svg' })
    await call(office, 'POST', `/company/${company.id}/user/${member.user.id}`, { role_id: 3000 })
    await ask(api, member.token, 'PATCH', '/auth/user', { company_id: company.id })
    for (const [who, paths] of [
      [boss, without(managers)],
      [member, ['/tasks', '/tasks/calendar', '/submission', '/submission/filled', '/guides', '/messaging', '/animals']],
    ] as const) {
      const page = await freshPage(browser, baseURL, { ...options, reducedMotion: 'reduce' })
      const errors = errorsOf(page)
      await enterAs(page, api, who, '/tasks')
      await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
      for (const path of paths) {
        await arriveAt(page, path)
        await expectUsable(page, path)
      }
      expect(errors).toEqual([])
      await page.context().close()
    }
  })

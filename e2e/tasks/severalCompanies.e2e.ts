/**
 * One Today over all companies of a person: a task of the other company appears, is opened and done there, and goes.
 */
import { userChannel } from '#shared/lib/contract.ts'
import { ask, call } from '../apiCalls.ts'
import { enterAs, newCompany, newcomer } from '../companySteps.ts'
import { isHearing } from '../hearing.ts'
import { expect, expectAccessible, isInstalled, noScreen, phone, test } from '../people.ts'

/** Sooner than Today looks by itself, which is every minute. */
const atOnce = { timeout: 12_000 }

test.use({ ...phone, serviceWorkers: 'allow' })

test('a vet of two companies does the work of the other from one Today, and comes back', async ({
  page,
  context,
  request: api,
  signIn,
}) => {
  const first = await newCompany(api, 'First Yard', 'Fay First')
  const second = await newCompany(api, 'Second Yard', 'Sid Second')
  const vet = await newcomer(api, 'Vera Vet')
  const office = await signIn('admin@tend.example', { at: noScreen })
  for (const { company } of [first, second])
    await call(office, 'POST', `/company/${company.id}/user/${vet.user.id}`, { role_id: 3000 })
  await ask(api, vet.token, 'PATCH', '/auth/user', { company_id: first.company.id })
  const give = (token: string, title: string) =>
    ask(api, token, 'POST', '/task', { title, assignees: [{ user_id: vet.user.id }] })
  await give(first.boss.token, 'Sweep the yard')
  await give(second.boss.token, 'Count the ewes')

  const hearing = isHearing(page, userChannel(vet.user.id))
  await enterAs(page, api, vet, '/tasks')
  const cards = page.getByRole('article')
  const other = page.getByRole('article', { name: 'Second Yard' })
  await expect(cards.filter({ hasText: 'Sweep the yard' })).toBeVisible()
  await expect(other.getByRole('button', { name: 'Count the ewes' })).toBeVisible()
  await expectAccessible(page)

  await hearing
  await give(second.boss.token, 'Close the top gate')
  await expect(other.getByRole('button', { name: 'Close the top gate' })).toBeVisible(atOnce)

  await other.getByRole('button', { name: 'Count the ewes' }).click()
  await expect(page).toHaveURL(/\/tasks\/\d+$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Count the ewes')
  await page.getByRole('button', { name: 'Done', exact: true }).click()
  // A reload there forgets nothing.
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Count the ewes')
  await page.goBack()
  await expect(page).toHaveURL(/\/tasks$/)
  await expect(cards.filter({ hasText: 'Sweep the yard' })).toBeVisible()
  await expect(other.getByRole('button', { name: 'Close the top gate' })).toBeVisible()
  await expect(other.getByText('Count the ewes')).toHaveCount(0)
  expect(await ask(api, vet.token, 'GET', '/auth/user')).toMatchObject({ company_id: first.company.id })

  // Without a network the card is what this phone saw last, and says from when.
  await isInstalled(page)
  await context.setOffline(true)
  await page.reload()
  await expect(other.getByRole('button', { name: 'Close the top gate' })).toBeVisible()
  await expect(page.getByText(/This page is as of \d\d:\d\d/)).toBeVisible()
  await context.setOffline(false)
  const again = isHearing(page, userChannel(vet.user.id))
  await page.reload()
  await expect(other).toBeVisible()

  await again
  await ask(api, second.boss.token, 'POST', `/company/${second.company.id}/user/${vet.user.id}/freeze`, {})
  await expect(other).toHaveCount(0)
  await expect(cards.filter({ hasText: 'Sweep the yard' })).toBeVisible()
})

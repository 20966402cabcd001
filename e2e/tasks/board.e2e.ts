/**
 * The manager's board: whose work is behind stands first, and goes to somebody who has time, to another day, or by the
 * place.
 */
import { ask } from '../apiCalls.ts'
import { enterAs, newCompany, row } from '../companySteps.ts'
import { dayIn } from '../days.ts'
import { desktop, errorsOf, expect, expectAccessible, phone, test } from '../people.ts'

test.use(desktop)

test('a manager sees whose work is overdue, gives it to somebody else, and reads the same on a phone in Arabic', async ({
  page: boss,
  request: api,
}) => {
  const errors = errorsOf(boss)
  const farm = await newCompany(api, 'Board Farm')
  const [anna, ben] = [await farm.worker('Anna Late'), await farm.worker('Ben Ready')]
  const barn = { name: 'Barn 7', type: 'barn', responsible_id: anna.id }
  await ask(api, farm.boss.token, 'POST', '/location', barn)
  const inAWeek = dayIn(7)
  const twoDaysAgo = new Date(Date.now() - 48 * 3600_000).toISOString().slice(0, 16)
  const give = (title: string, { id }: { id: number }) =>
    ask(api, farm.boss.token, 'POST', '/task', {
      ...{ title, starts_at: twoDaysAgo, due_after: 'PT2H', timezone: 'UTC', assignees: [{ user_id: id }] },
    })
  for (const title of ['Mend the gate', 'Sweep the passage', 'Fill the troughs']) await give(title, anna)
  await give('Count the ewes', ben)
  const sent = await ask<{ id: number; title: string }[]>(
    api,
    farm.boss.token,
    'GET',
    `/company/${farm.company.id}/tasks`,
  )
  for (const { id } of sent.filter(({ title }) => ['Fill the troughs', 'Count the ewes'].includes(title)))
    await ask(api, farm.boss.token, 'POST', `/task/sent/${id}/complete`, {})

  await enterAs(boss, api, farm.boss, '/company/tasks')
  const board = boss.getByRole('table', { name: 'Work by person' })
  const people = board.getByRole('row')
  // The list comes first; people are one of its filters.
  const expectBoard = async (texts: (string | RegExp)[]) => {
    await boss.getByRole('button', { name: 'Filter' }).click()
    await expect(people).toHaveText(texts)
    await expectAccessible(boss)
    await boss.getByRole('button', { name: 'Show the list' }).click()
    await expect(board).toBeHidden()
  }
  await expectBoard(['PersonOverdueOpenDone in the last 28 days', /^Anna Late2233%$/, /^Ben Ready00100%$/])

  await row(boss, 'Mend the gate').getByRole('checkbox').check()
  await boss.getByRole('button', { name: 'Give to…' }).click()
  const sheet = boss.getByRole('dialog', { name: 'Give to' })
  await sheet.getByRole('combobox', { name: 'Person' }).fill('Ben')
  await boss.getByRole('option', { name: 'Ben Ready' }).click()
  await expectAccessible(boss)
  await sheet.getByRole('button', { name: 'Give to' }).click()
  await expect(boss.getByText('1 task given to Ben Ready')).toBeVisible()
  await expectBoard([/^Person/, /^Anna Late1150%$/, /^Ben Ready1150%$/])

  await row(boss, 'Sweep the passage').getByRole('checkbox').check()
  await boss.getByRole('button', { name: 'Move…' }).click()
  const moving = boss.getByRole('dialog', { name: 'Move to a day' })
  await moving.getByRole('textbox', { name: 'Day' }).fill(inAWeek)
  await expectAccessible(boss)
  await moving.getByRole('button', { name: 'Move to a day' }).click()
  await expect(boss.getByText(/^1 task moved to/)).toBeVisible()
  await expectBoard([/^Person/, /^Ben Ready1150%$/, /^Anna Late01100%$/])

  await boss.getByRole('button', { name: 'Filter' }).click()
  await board.getByRole('link', { name: 'Ben Ready' }).click()
  await boss.getByRole('button', { name: 'Show the list' }).click()
  await expect(boss.getByRole('row').filter({ hasText: 'Sweep the passage' })).toHaveCount(0)
  await expect(row(boss, 'Mend the gate')).toContainText('Ben Ready')

  await boss.goto('/company/tasks')
  await boss.getByRole('button', { name: 'New task' }).click()
  const editor = boss.getByRole('dialog', { name: 'New task' })
  await editor.getByLabel('What to do').fill('Look at the pens')
  await editor.getByRole('combobox', { name: 'Who' }).fill('Barn')
  await boss.getByRole('option', { name: 'The person responsible for Barn 7' }).click()
  await editor.getByRole('button', { name: 'Save' }).click()
  await expect(row(boss, 'Look at the pens')).toContainText('Anna Late')

  await boss.setViewportSize(phone.viewport)
  await boss.evaluate(() => localStorage.setItem('locale', 'ar'))
  await boss.goto('/company/tasks')
  await expect(boss.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(boss.getByRole('main').getByRole('table').getByRole('row').first()).toBeVisible()
  await expectAccessible(boss)
  const sideways = () =>
    boss.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(await sideways(), 'nothing stands beside the page').toBeLessThanOrEqual(0)
  expect(errors, 'errors in the console').toEqual([])
})

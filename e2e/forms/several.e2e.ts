/** Several questions at once, sections dragged, and a session that ends while somebody writes. */
import { call } from '../apiCalls.ts'
import { demoPassword } from '../demoServer.ts'
import { canvas, choose, manager, question, saved, words } from '../formSteps.ts'
import { desktop, expect, expectAccessible, noScreen, test } from '../people.ts'

const text = (id: string, name: string) => ({ type: 'text', id, label: { en: name } })
const definition = {
  schema: 1,
  default_language: 'en',
  sections: [
    {
      id: 'morning',
      title: { en: 'Morning' },
      questions: [text('water', 'Water'), text('feed', 'Feed'), text('gate', 'Gate')],
    },
    { id: 'evening', title: { en: 'Evening' }, questions: [text('light', 'Light')] },
  ],
}

test('several questions are required, moved and copied at once, a section is dragged, and a session that ends loses no word', async ({
  signIn,
}) => {
  const page = await signIn(manager, { ...desktop, complaint: /status of 401/, at: noScreen })
  const name = { en: `Several ${Date.now()}` }
  const { id } = await call(page, 'POST', '/form', { name, definition })
  const draft = async () => (await call(page, 'GET', `/form/${id}`)).draft
  const outline = async () =>
    (await draft()).sections.map((section: { questions: { id: string }[] }) => section.questions.map(one => one.id))
  await page.goto(`/forms/${id}`)
  await page.getByRole('button', { name: 'Select several' }).click()
  const card = (label: string) => canvas(page).getByRole('checkbox', { name: label, exact: true })
  await card('Water').click()
  await card('Gate').click({ modifiers: ['Shift'] })
  const bar = page.getByRole('region', { name: 'Selected questions' })
  await expect(bar.getByText('3 selected')).toBeVisible()
  await card('Feed').click()
  await bar.getByRole('button', { name: 'Required' }).click()
  await bar.getByRole('combobox', { name: 'Move to…' }).selectOption({ label: 'Evening' })
  await expectAccessible(page)
  await saved(page)
  await expect.poll(outline).toEqual([['feed'], ['light', 'water', 'gate']])
  expect((await draft()).sections[1].questions.map((one: { required?: true }) => one.required)).toEqual([
    undefined,
    true,
    true,
  ])
  await bar.getByRole('button', { name: 'Duplicate' }).click()
  await expect(question(page, 'Gate')).toHaveCount(2)
  await bar.getByRole('button', { name: 'Remove' }).click()
  await expect(question(page, 'Gate')).toHaveCount(1)
  await bar.getByRole('button', { name: 'Done' }).click()

  const evening = canvas(page).getByRole('heading', { level: 2, name: 'Evening' })
  const [handle, target] = await Promise.all([
    page.getByTitle('Drag the section').last().boundingBox(),
    canvas(page).getByRole('heading', { level: 2, name: 'Morning' }).boundingBox(),
  ])
  if (!handle || !target) throw new Error('Nothing to drag.')
  await page.mouse.move(handle.x + 16, handle.y + 16)
  await page.mouse.down()
  await page.mouse.move(handle.x + 16, handle.y - 30, { steps: 4 })
  await page.mouse.move(handle.x + 16, target.y - 16, { steps: 8 })
  await page.mouse.up()
  await expect.poll(outline).toEqual([['light', 'water', 'gate'], ['feed']])
  await expect(evening).toBeVisible()

  // Another device ends the session while what was typed is on its way: it is refused, and is there when one is back.
  await choose(page, 'Light')
  const leaves = page.waitForURL(/\/auth\/login\?to=/)
  const Authorization = `Bearer ${await page.evaluate(() => localStorage.getItem('tend_token'))}`
  await page.route(
    `**/api/form/${id}*`,
    async route => {
      await page.request.post('/api/auth/logout', { headers: { Authorization }, data: {} })
      await route.continue()
    },
    { times: 1 },
  )
  await words(page).fill('Are all lights off?')
  await leaves
  await page.getByLabel('Email').fill(manager)
  await page.locator('input[name="password"]').fill(demoPassword)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(new RegExp(`/forms/${id}`))
  await expect(question(page, 'Are all lights off?')).toBeVisible()
  await expect.poll(async () => (await draft()).sections[0].questions[0].label.en).toBe('Are all lights off?')
  await call(page, 'DELETE', `/form/${id}`)
})

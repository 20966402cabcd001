/**
 * A label on a barn door: made and printed by a manager, opened with its PIN by a visitor, who says what that barn
 * lacks and wants a copy.
 */
import { call } from '../apiCalls.ts'
import { manager } from '../formSteps.ts'
import { desktop, errorsOf, expect, expectAccessible, freshPage, noScreen, phone, test } from '../people.ts'

const definition = {
  schema: 1,
  default_language: 'en',
  settings: { thanks: { en: 'The herd lead brings ${lacks} tonight.' } },
  sections: [
    {
      id: 'seen',
      title: { en: 'What you saw' },
      questions: [
        { id: 'barn', type: 'location', label: { en: 'Which barn?' }, required: true },
        { id: 'lacks', type: 'text', label: { en: 'What is missing?' }, required: true },
      ],
    },
  ],
}

test('the label of a barn is printed, opened with its PIN, and answers which barn it is', async ({
  signIn,
  browser,
  baseURL,
}) => {
  const boss = await signIn(manager, { ...desktop, at: noScreen })
  const barn = `Label shed ${Date.now()}`
  const place = await call(boss, 'POST', '/location', { name: barn, type: 'barn' })
  const form = await call(boss, 'POST', '/form', { name: { en: `Labels ${Date.now()}` }, definition })
  await call(boss, 'POST', `/form/${form.id}/publish`, {})
  await boss.goto(`/forms/${form.id}`)
  await boss.getByRole('button', { name: 'More' }).click()
  await boss.getByRole('menuitem', { name: 'Public link' }).click()
  const sheet = boss.getByRole('dialog', { name: 'Public link' })
  await sheet.getByLabel('Name of the link').fill('Barn doors')
  await sheet.getByLabel('Labels for each location, vehicle or group').selectOption({ label: 'Which barn?' })
  await sheet.getByRole('button', { name: 'Set PIN' }).click()
  await sheet.getByLabel('PIN', { exact: true }).fill('4711')
  await sheet.getByRole('button', { name: 'Create link' }).click()
  await sheet.getByRole('searchbox', { name: 'Search labels' }).fill(barn)
  await sheet.getByRole('checkbox', { name: barn }).check()
  await expectAccessible(boss)
  const printed = boss.waitForEvent('download')
  await sheet.getByRole('button', { name: 'Print 1 label' }).click()
  expect((await printed).suggestedFilename()).toMatch(/\.pdf$/)
  await sheet.getByRole('button', { name: 'All links' }).click()
  await expect(sheet.getByRole('button', { name: /Barn doors/ })).toBeVisible()

  const [link] = await call(boss, 'GET', `/form/${form.id}/public-link`)
  const [label] = await call(
    boss,
    'GET',
    `/form/${form.id}/public-link/${link.id}/label?search=${encodeURIComponent(barn)}`,
  )
  const visitor = await freshPage(browser, baseURL, phone)
  const errors = errorsOf(visitor, /status of 403/)
  await visitor.goto(new URL(label.address).pathname)
  await visitor.getByRole('textbox', { name: 'PIN' }).fill('4711')
  await visitor.getByRole('button', { name: 'Open form' }).click()
  await expect(visitor.getByText(barn)).toBeVisible()
  // The device works for it beside the filling in: what it sends is taken at once, without being asked for work.
  const thread = visitor.waitForEvent('worker')
  await visitor.getByRole('textbox', { name: 'What is missing?' }).fill('Water')
  await visitor.getByRole('button', { name: 'Finish' }).click()
  await visitor.getByLabel('Email me a copy').fill('anna@example.test')
  await expectAccessible(visitor)
  await visitor.getByRole('button', { name: 'Send' }).click()
  await expect(visitor.getByText('The herd lead brings Water tonight.')).toBeVisible()
  await expect(visitor.getByText('A copy was sent to your email address.')).toBeVisible()
  await thread
  expect(errors, 'errors in the console').toEqual([])
  await visitor.context().close()

  const [submission] = await call(boss, 'GET', `/form/submission?form_id=${form.id}`)
  const { answers } = await call(boss, 'GET', `/form/submission/${submission.id}`)
  expect(answers.barn.value).toEqual([{ id: place.id, name: barn }])
  await call(boss, 'DELETE', `/form/${form.id}`)
})

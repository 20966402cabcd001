/** What becomes of forms: languages, library, versions, archive, and many at once. */
import { call } from '../apiCalls.ts'
import { canvas, choose, manager, openForm, question, saved, startForm, words, worker } from '../formSteps.ts'
import { desktop, expect, expectAccessible, phone, test } from '../people.ts'

test('an archived form can be brought back at once, and later from its page', async ({ signIn }) => {
  const page = await signIn(manager, desktop)
  const id = await startForm(page, 'Old form')
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  await expect(page).toHaveURL(/\/forms$/)
  await expect(page.getByRole('link', { name: 'Old form' })).toHaveCount(0)
  // The page that one came to takes the focus, and other news push the toast: neither the keyboard nor the pointer
  // waits for both.
  await page.getByRole('button', { name: 'Undo' }).dispatchEvent('click')
  await expect(page.getByRole('link', { name: 'Old form' })).toBeVisible()
  await call(page, 'DELETE', `/form/${id}`)
  await page.goto(`/forms/${id}`)
  await expect(page.getByText('Archived on')).toBeVisible()
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByRole('button', { name: 'Publish' })).toBeVisible()
})

test('a form is sent from its page under its own name, which each reads in their language', async ({ signIn }) => {
  const page = await signIn(manager, { ...desktop, at: '/forms' })
  await page.getByRole('link', { name: 'Workplace safety walk' }).click()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Send a form' })
  await expect(sheet.getByLabel('What to do')).toHaveValue('Workplace safety walk')
  await sheet.getByText('More', { exact: true }).click()
  await expect(sheet.getByRole('combobox', { name: 'Form' })).toHaveValue('Workplace safety walk')
  await sheet.getByRole('combobox', { name: 'Who', exact: true }).fill('Tom')
  await page.getByRole('option', { name: /^Tom/ }).click()
  const answer = page.waitForResponse(one => one.request().method() === 'POST' && /\/api\/task\b/.test(one.url()))
  await sheet.getByRole('button', { name: 'Send', exact: true }).click()
  const { id, titles } = (await (await answer).json()).data
  await expect(page.getByText(/^Sent to Tom.* · See it$/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'See it' })).toHaveAttribute('href', `/company/tasks/assignments/${id}`)
  const hand = await signIn(worker, { ...phone, language: 'hu' })
  await expect(hand.getByText(titles.hu).first()).toBeVisible()
})

test('a translator goes through what is missing by keyboard, and a changed original is marked', async ({ signIn }) => {
  const page = await signIn(manager, desktop)
  const id = await openForm(page, 'To translate', [
    { type: 'text', id: 'first_question', label: { en: 'Water?', hu: 'Víz?' } },
    { type: 'text', id: 'second_question', label: { en: 'Feed?' } },
  ])
  await choose(page, 'Water?')
  await words(page).fill('Clean water?')
  await page.getByRole('button', { name: 'Translations' }).click()
  const view = page.getByRole('region', { name: 'Translations' })
  await expect(view.getByText('25% translated, 4 texts to check')).toBeVisible()
  await expect(view.getByRole('listitem').filter({ hasText: 'Clean water?' })).toContainText('The original has changed')
  await expectAccessible(page)
  await view.getByRole('button', { name: 'Next missing text' }).focus()
  await page.keyboard.press('Enter')
  for (const text of ['Fordítandó', 'Első', 'Tiszta víz?', 'Takarmány?']) {
    await expect(page.locator('textarea:focus')).toHaveCount(1)
    await page.keyboard.press('Control+a')
    await page.keyboard.type(text)
    await page.keyboard.press('Control+Enter')
  }
  await expect(view.getByText('100% translated, 0 texts to check')).toBeVisible()
  await saved(page)
  const { name, draft } = await call(page, 'GET', `/form/${id}`)
  expect(name.hu).toBe('Fordítandó')
  expect(draft.sections[0].questions.map((one: { label: { hu: string } }) => one.label.hu)).toEqual([
    'Tiszta víz?',
    'Takarmány?',
  ])
})

test('a question is dragged into a repeating group, kept in the library and put into another form', async ({
  signIn,
}) => {
  const page = await signIn(manager, desktop)
  await openForm(page, 'From here', [
    { type: 'text', id: 'tag', label: { en: 'Ear tag' } },
    {
      type: 'repeat',
      id: 'cows',
      label: { en: 'Cows' },
      questions: [{ type: 'text', id: 'gait', label: { en: 'Gait' } }],
    },
  ])
  const handle = await page.getByTitle('Drag to move').first().boundingBox()
  if (!handle) throw new Error('Nothing to drag.')
  await page.mouse.move(handle.x + 16, handle.y + 16)
  await page.mouse.down()
  await page.mouse.move(handle.x + 16, handle.y + 60, { steps: 4 })
  // The page scrolls under what is dragged, the more the slower the machine is.
  const target = await page.locator('#element-gait').boundingBox()
  if (!target) throw new Error('Nowhere to drag it.')
  await page.mouse.move(target.x + target.width - 30, target.y, { steps: 8 })
  await page.mouse.up()
  const repeat = canvas(page)
    .getByRole('listitem')
    .filter({ has: page.locator('#element-cows') })
    .first()
  await expect(repeat.getByRole('heading', { name: 'Ear tag' })).toBeVisible()

  await choose(page, 'Ear tag')
  await canvas(page).getByRole('button', { name: 'Save to library' }).click()
  await expect(page.getByText('Saved in the library')).toBeVisible()
  await saved(page)
  await openForm(page, 'To there')
  // The menu is higher than a low window has room for above or below its button, and can be used to its end.
  await page.setViewportSize({ width: 1440, height: 560 })
  await page.getByRole('button', { name: 'Add a question' }).click()
  await page.getByRole('menuitem', { name: 'Library and other forms' }).click()
  const sheet = page.getByRole('dialog')
  // What is taken out of the library is found among what is archived, and comes back.
  await sheet.getByRole('button', { name: 'Remove from the library: Ear tag', exact: true }).click()
  await sheet.getByRole('switch', { name: 'Archived' }).click()
  await expect(sheet.getByRole('checkbox', { name: 'Ear tag' })).toBeDisabled()
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Restore: Ear tag', exact: true }).click()
  await expect(sheet.getByRole('checkbox', { name: 'Ear tag' })).toHaveCount(0)
  await sheet.getByRole('switch', { name: 'Archived' }).click()
  await sheet.getByRole('checkbox', { name: 'Ear tag' }).check()
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Insert', exact: true }).click()
  await expect(question(page, 'Ear tag')).toBeVisible()
})

test('what changed since the last version can be read, and the form is printed blank and duplicated', async ({
  signIn,
}) => {
  const page = await signIn(manager, desktop)
  const id = await openForm(page, 'With history', [{ type: 'text', id: 'water', label: { en: 'Water?' } }])
  await call(page, 'POST', `/form/${id}/publish`, {})
  await page.reload()
  await choose(page, 'Water?')
  await words(page).fill('Clean water?')
  await saved(page)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Versions' }).click()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByText('Clean water? – changed')).toBeVisible()
  await expect(sheet.locator('del')).toHaveText('Water?')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'More' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Print a blank form' }).click()
  expect((await download).suggestedFilename()).toBe('With history.pdf')
  // Another one begins with all that stands there now, what was typed a moment ago included.
  await words(page).fill('Clean, cold water?')
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await expect(page.getByRole('heading', { name: 'With history (2)', level: 1 })).toBeVisible()
  await expect(question(page, 'Clean, cold water?')).toBeVisible()
  await expect(page.getByText('Draft', { exact: true })).toBeVisible()
})

test('several forms are closed at once, and that is taken back', async ({ signIn }) => {
  const page = await signIn(manager, desktop)
  for (const name of ['Bulk one', 'Bulk two']) {
    const id = await openForm(page, name, [{ type: 'text', id: 'water', label: { en: 'Water?' } }])
    await call(page, 'POST', `/form/${id}/publish`, {})
  }
  await page.goto('/forms?search=Bulk')
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await page.getByRole('button', { name: 'Close 2 forms' }).click()
  await expect(page.getByRole('cell', { name: 'Closed' })).toHaveCount(2)
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(page.getByRole('cell', { name: 'Open' })).toHaveCount(2)
})

test('of several forms those that can be closed are, the other is named, and the way back is that of what was done', async ({
  signIn,
}) => {
  const page = await signIn(manager, { ...desktop, complaint: /status of 422/ })
  const ids: number[] = []
  for (const name of ['Partly one', 'Partly two']) {
    const id = await openForm(page, name, [{ type: 'text', id: 'water', label: { en: 'Water?' } }])
    await call(page, 'POST', `/form/${id}/publish`, {})
    ids.push(id)
  }
  await page.route(`**/api/form/${ids[1]}?*`, route =>
    route.request().method() === 'PUT'
      ? route.continue({ url: route.request().url().replace(`/${ids[1]}?`, '/0?') })
      : route.continue(),
  )
  await page.goto('/forms?search=Partly')
  await page.getByRole('checkbox', { name: 'Select all' }).click()
  await page.getByRole('button', { name: 'Close 2 forms' }).click()
  await expect(page.getByText(/^Not possible for Partly two/)).toBeVisible()
  await expect(page.getByText('1 form closed')).toBeVisible()
  await expect(page.getByRole('cell', { name: 'Closed' })).toHaveCount(1)
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(page.getByRole('cell', { name: 'Open' })).toHaveCount(2)
})

const devices = {
  phone: { ...phone, language: 'en' },
  desktop: { ...desktop, language: 'en' },
  'phone, Arabic': { ...phone, language: 'ar' },
  'desktop, Arabic': { ...desktop, language: 'ar' },
  'phone, Hungarian': { ...phone, language: 'hu' },
  'desktop, German': { ...desktop, language: 'de' },
  'phone, French': { ...phone, language: 'fr' },
} as const

for (const [device, options] of Object.entries(devices)) {
  test(`forms can be written by everybody (${device})`, {
    tag: device === 'phone' ? [] : '@long',
  }, async ({ signIn }) => {
    const page = await signIn(manager, options)
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    const isPhone = 'isMobile' in options
    const name = { en: `For ${device}`, ar: `For ${device}` }
    const { id } = await call(page, 'POST', '/form', { template_key: 'daily-pen-check', name })
    await page.goto(`/forms/${id}`)
    const sixth = page.locator('h3').nth(5).locator('xpath=../button')
    await expect(sixth).toBeVisible()
    await expectAccessible(page)
    await sixth.click()
    const choice = page.locator('[data-field="choices.0.label"]')
    await expect(choice).toBeVisible()
    await expectAccessible(page)
    expect(await overflow()).toBeLessThanOrEqual(0)

    if (isPhone) await page.getByRole('dialog').getByRole('button').last().click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.getByRole('toolbar').first().getByRole('button').nth(2).click()
    await expect(page.getByRole('radiogroup').first()).toBeVisible()
    await expectAccessible(page)
    expect(await overflow()).toBeLessThanOrEqual(0)
  })
}

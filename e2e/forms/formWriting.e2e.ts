/** Writing forms: from a template to what a worker fills in, by keyboard, without a connection, and two at a time. */
import { call } from '../apiCalls.ts'
import {
  canvas,
  choose,
  manager,
  openForm,
  question,
  questionButton,
  saved,
  startForm,
  words,
  worker,
} from '../formSteps.ts'
import { desktop, enter, expect, noScreen, phone, test } from '../people.ts'

test('a manager starts from a template, changes a question and publishes it; a worker sees it', {
  tag: '@core',
}, async ({ signIn }) => {
  const boss = await signIn(manager, desktop)
  const hand = await signIn(worker, { ...phone, at: noScreen })
  const id = await startForm(boss, 'Calf check')
  await expect(canvas(boss).getByText('When: always – the state becomes Fit')).toBeVisible()
  await choose(boss, 'Was every animal seen?')
  await words(boss).fill('Was every calf seen?')
  await expect(question(boss, 'Was every calf seen?')).toBeVisible()

  await hand.goto('/forms')
  await expect(hand.getByRole('link', { name: 'Daily pen check' })).toBeVisible()
  await expect(hand.getByRole('link', { name: 'Calf check' })).toHaveCount(0)

  await boss.getByRole('button', { name: 'Publish' }).click()
  await expect(boss.getByText('Version 1 is being filled in.')).toBeVisible()
  await expect(boss.getByRole('button', { name: 'Send', exact: true })).toBeVisible()
  await hand.reload()
  await expect(hand.getByRole('link', { name: 'Calf check' })).toHaveAttribute(
    'href',
    `/submission/filling/new?form=${id}`,
  )
  await hand.goto(`/forms/${id}`)
  await expect(hand.getByText('Was every calf seen?')).toBeVisible()
  await expect(hand.getByRole('button', { name: 'Publish' })).toHaveCount(0)

  // What changes now is the next version, and the worker keeps the present one until it is published.
  await words(boss).fill('Were all calves seen?')
  await expect(boss.getByText('Your changes are version 2')).toBeVisible()
  await hand.reload()
  await expect(hand.getByText('Was every calf seen?')).toBeVisible()

  await boss.getByRole('button', { name: 'More' }).click()
  await boss.getByRole('menuitem', { name: 'Close for answers' }).click()
  await expect(boss.getByText('Closed', { exact: true })).toBeVisible()
  await hand.goto('/forms')
  await expect(hand.getByRole('link', { name: 'Daily pen check' })).toBeVisible()
  await expect(hand.getByRole('link', { name: 'Calf check' })).toHaveCount(0)
})

test('a form is written by keyboard alone', async ({ signIn }) => {
  const page = await signIn(manager, desktop)
  const id = await startForm(page, 'By keyboard')
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  await page.getByRole('button', { name: 'Add a question' }).first().focus()
  await press('Enter')
  // From the moment it stands, it has the keyboard.
  await expect(page.getByRole('menuitem', { name: 'Yes or no' })).toBeVisible()
  await press('Home', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter')
  await expect(words(page)).toBeFocused()
  await page.keyboard.type('How many calves?')
  await press('Tab')
  await page.keyboard.type('Count twice.')

  // The canvas follows typing a moment later.
  await expect(questionButton(page, 'How many calves?')).toBeVisible()
  await press('Escape')
  await expect(questionButton(page, 'How many calves?')).toBeFocused()
  await press('Tab')
  await expect(page.getByRole('button', { name: 'Move up' })).toBeFocused()
  await press('Enter', 'Enter')
  await expect(page.getByRole('button', { name: 'Move up' })).toBeFocused()
  const labels = canvas(page).getByRole('heading', { level: 3 })
  await expect(labels.nth(1)).toHaveText('How many calves?')
  await press('Control+z')
  await expect(labels.nth(2)).toHaveText('How many calves?')
  await press('Control+Shift+z')
  await expect(labels.nth(1)).toHaveText('How many calves?')

  // Over the edge of the section into the next one and back, without losing the tool.
  await press('Tab')
  for (const [place, section] of [
    [2, 'The animals'],
    [3, 'The animals'],
    [3, 'The pen'],
  ] as const) {
    await expect(page.getByRole('button', { name: 'Move down' })).toBeFocused()
    await press('Enter')
    await expect(labels.nth(place)).toHaveText('How many calves?')
    await expect(canvas(page).locator('section', { hasText: section })).toContainText('How many calves?')
  }
  await expect(page.getByRole('button', { name: 'Move down' })).toBeFocused()
  await press('Shift+Tab', 'Enter', 'Enter', 'Enter')
  await expect(labels.nth(1)).toHaveText('How many calves?')

  await questionButton(page, 'Was every animal seen?').focus()
  await press('Enter')
  await expect(words(page)).toBeFocused()
  await press('Escape', 'Tab', 'Tab', 'Tab')
  await expect(page.getByRole('button', { name: 'Remove' })).toBeFocused()
  await press('Enter')
  await expect(question(page, 'Was every animal seen?')).toHaveCount(0)
  await expect(questionButton(page, 'How many calves?')).toBeFocused()
  await saved(page)
  const { draft } = await call(page, 'GET', `/form/${id}`)
  expect(draft.sections[0].questions[0]).toMatchObject({
    type: 'number',
    label: { en: 'How many calves?' },
    hint: { en: 'Count twice.' },
  })
})

const everyType = [
  ...['yes_no', 'single_choice', 'multiple_choice', 'number', 'text', 'date', 'time', 'date_time', 'slider', 'rating'],
  ...[
    'photo',
    'file',
    'signature',
    'barcode',
    'place',
    'shape',
    'animal',
    'animal_group',
    'location',
    'vehicle',
    'user',
  ],
  ...['calculated', 'hidden', 'instruction', 'group', 'repeat'],
]

const nameOf = (index: number) => `q${index + 10}`

test('a form with every type of question is built by keyboard alone', { tag: '@long' }, async ({ signIn }) => {
  const page = await signIn(manager, desktop)
  const id = await openForm(page, 'Every type')
  const isAddBelow = () => page.evaluate(() => document.activeElement?.textContent === 'Add below')
  await page.getByRole('button', { name: 'Add a question' }).first().focus()
  // A form of so many questions is looked through at each frame: by what is quick to find.
  for (const index of everyType.keys()) {
    await page.keyboard.press('Enter')
    await page.locator('[role="menu"]').waitFor()
    // From whichever end is nearer; the last item leads elsewhere.
    const isNearTop = index <= everyType.length / 2
    await page.keyboard.press(isNearTop ? 'Home' : 'End')
    const steps = isNearTop ? index : everyType.length - index
    for (let step = 0; step < steps; step++) await page.keyboard.press(isNearTop ? 'ArrowDown' : 'ArrowUp')
    await page.keyboard.press('Enter')
    await page.locator('[data-field="label"] :is(input, textarea):focus').waitFor()
    await page.keyboard.type(nameOf(index))
    await page.keyboard.press('Escape')
    // The canvas follows typing a moment later.
    await questionButton(page, nameOf(index)).and(page.locator(':focus')).waitFor()
    // The last of its tools adds the next one below.
    for (let tool = 0; tool < 7 && !(await isAddBelow()); tool++) await page.keyboard.press('Tab')
    expect(await isAddBelow()).toBe(true)
  }
  await saved(page)
  const { draft } = await call(page, 'GET', `/form/${id}`)
  const built = draft.sections[0].questions.map(({ type, label }: { type: string; label: object }) => [type, label])
  expect(built).toEqual(everyType.map((type, index) => [type, { en: nameOf(index) }]))
})

test('what somebody else saves appears where the same form is open', async ({ signIn }) => {
  const [here, there] = [await signIn(manager, desktop), await signIn(manager, desktop)]
  const id = await openForm(here, 'In two windows', [{ type: 'text', id: 'water', label: { en: 'Water?' } }])
  const joined = there.waitForResponse(response => response.url().includes('/broadcasting/auth') && response.ok())
  await there.goto(`/forms/${id}`)
  await expect(question(there, 'Water?')).toBeVisible()
  await joined
  await choose(here, 'Water?')
  await words(here).fill('Is there clean water?')
  await expect(question(there, 'Is there clean water?')).toBeVisible()
})

// The browser itself complains of a request that failed or was refused, so these pages may.
test.describe('when saving does not go as usual', () => {
  test.use(desktop)

  test.beforeEach(async ({ page }) => {
    await enter(page, manager)
  })

  test('without a connection nothing typed is lost, not even by loading the page again', async ({ page }) => {
    const id = await startForm(page, 'In the barn')
    await page.route(`**/api/form/${id}?*`, route =>
      route.request().method() === 'PUT' ? route.abort('internetdisconnected') : route.continue(),
    )
    await choose(page, 'Was every animal seen?')
    await words(page).fill('Typed without signal')
    await expect(page.getByText('You’re offline. Your changes are safe on this device')).toBeVisible()
    page.once('dialog', dialog => dialog.accept())
    await page.reload()
    await expect(page.getByText('Your unsaved text is back.')).toBeVisible()
    await expect(question(page, 'Typed without signal')).toBeVisible()
    await page.unroute(`**/api/form/${id}?*`)
    await saved(page)
    const { draft } = await call(page, 'GET', `/form/${id}`)
    expect(draft.sections[0].questions[0].label.en).toBe('Typed without signal')
  })

  test('two people write the same question: both versions are shown, and none is lost', async ({ page }) => {
    const id = await startForm(page, 'Two at once')
    const { draft } = await call(page, 'GET', `/form/${id}`)
    const [first, second] = draft.sections[0].questions
    first.label.en = 'Theirs'
    second.label.en = 'Also theirs'

    // What is typed here is on its way while somebody else saves; only the editor names the revision that it changes.
    const theirs = Promise.withResolvers<void>()
    await page.route(`**/api/form/${id}?*`, async route => {
      const isOwn = route.request().method() === 'PUT' && route.request().postData()?.includes('"revision"')
      if (isOwn) await theirs.promise
      await route.continue()
    })
    await choose(page, 'Was every animal seen?')
    await words(page).fill('Mine')
    await call(page, 'PUT', `/form/${id}`, { definition: draft })
    theirs.resolve()
    const conflict = page.getByRole('alert').filter({ hasText: 'Somebody else saved this too' })
    await expect(conflict.getByRole('row', { name: 'Mine' })).toContainText('Theirs')
    await expect(question(page, 'Also theirs')).toBeVisible()
    await conflict.getByRole('button', { name: 'Use theirs' }).click()
    await expect(question(page, 'Theirs')).toBeVisible()
    await expect(conflict).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(question(page, 'Mine')).toBeVisible()
    await expect(question(page, 'Also theirs')).toBeVisible()
    await saved(page)
    await expect
      .poll(async () => (await call(page, 'GET', `/form/${id}`)).draft.sections[0].questions[0].label.en)
      .toBe('Mine')
  })
})

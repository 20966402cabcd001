/** Making forms: from a template to what a worker fills in, by mouse, by keyboard, without a connection, and two at a time. */
import type { Page } from '@playwright/test'
import { call } from './apiCalls.ts'
import { desktop, enter, expect, expectAccessible, phone, test } from './people.ts'

const manager = 'manager@greenfield.example'
const worker = 'worker@greenfield.example'

/** Starts a form from a template and gives it a name of its own. */
async function startForm(page: Page, name: string): Promise<number> {
  await page.goto('/forms')
  await page.getByRole('link', { name: 'New form' }).click()
  await page.getByRole('button', { name: 'Daily pen check' }).click()
  await expect(page.getByRole('dialog')).toContainText('Does water run at every drinker?')
  await page.getByRole('button', { name: 'Use this template' }).click()
  await page.waitForURL(/\/forms\/\d+$/)
  await page.getByLabel('Name').fill(name)
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  await saved(page)
  return Number(page.url().split('/').at(-1))
}

const saved = (page: Page) => expect(page.getByText(/^Saved \d\d:\d\d$/).first()).toBeVisible()
const properties = (page: Page) => page.getByRole('region', { name: 'Properties' })
/** A question of the form as it will look. */
const canvas = (page: Page) => page.getByRole('region', { name: 'Form', exact: true })
const question = (page: Page, name: string) => canvas(page).getByRole('heading', { level: 3, name, exact: true })
const questionButton = (page: Page, name: string) => canvas(page).getByRole('button', { name, exact: true })
const choose = (page: Page, label: string) => questionButton(page, label).click()
const words = (page: Page) => properties(page).getByRole('textbox', { name: 'Question' })

test('a manager starts from a template, changes a question and publishes it; a worker sees it', async ({ signIn }) => {
  const boss = await signIn(manager, desktop)
  const hand = await signIn(worker, phone)
  const id = await startForm(boss, 'Calf check')
  await choose(boss, 'Was every animal seen?')
  await words(boss).fill('Was every calf seen?')
  await expect(question(boss, 'Was every calf seen?')).toBeVisible()

  await hand.goto('/forms')
  await expect(hand.getByRole('link', { name: 'Daily pen check' })).toBeVisible()
  await expect(hand.getByRole('link', { name: 'Calf check' })).toHaveCount(0)

  await boss.getByRole('button', { name: 'Publish' }).click()
  await expect(boss.getByText('Version 1 is being filled in.')).toBeVisible()
  await expect(boss.getByRole('button', { name: 'Send as a task' })).toBeVisible()
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
  await boss.getByRole('menuitem', { name: 'Close for filling in' }).click()
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
  await expect(page.getByRole('menuitem', { name: 'Yes or no' })).toBeVisible()
  // The menu takes the keyboard a moment after it shows itself.
  await expect(page.getByRole('menu').or(page.getByRole('menuitem')).and(page.locator(':focus'))).toHaveCount(1)
  await press('Home')
  await expect(page.getByRole('menuitem', { name: 'Yes or no' })).toBeFocused()
  await press('ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter')
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

test('nothing is published with a mistake, and each mistake leads to its place', async ({ signIn }) => {
  const page = await signIn(manager, desktop)
  await startForm(page, 'With mistakes')
  await choose(page, 'How is the air?')
  await page.getByLabel('Language of the texts').selectOption('hu')
  await properties(page).getByRole('button', { name: 'Add a choice' }).click()
  await page.keyboard.type('Huzat')
  await page.getByRole('button', { name: 'Publish' }).click()

  const list = page.getByRole('alert').filter({ hasText: '1 thing to put right' })
  await expect(list.getByRole('heading')).toBeFocused()
  await expect(list).toContainText('Milyen a levegő?')
  await expect(page.getByText('Draft', { exact: true })).toBeVisible()
  await list.getByRole('button', { name: 'Milyen a levegő?' }).click()
  // The text is missing in the form's own language, so that is the one to write.
  await expect(page.getByLabel('Language of the texts')).toHaveValue('en')
  const choice = properties(page).getByRole('textbox', { name: 'Choice 4' })
  await expect(choice).toBeFocused()
  await expect(choice).toHaveAttribute('placeholder', 'Huzat')
  await choice.fill('Draughty')
  await expect(page.getByText('Nothing is left to put right.')).toBeVisible()
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Open', { exact: true })).toBeVisible()
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
    await expect(page.getByText('No connection. What you typed is safe on this device')).toBeVisible()
    page.once('dialog', dialog => dialog.accept())
    await page.reload()
    await expect(page.getByText('What you typed earlier is back.')).toBeVisible()
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
    await call(page, 'PUT', `/form/${id}`, { definition: draft })

    await choose(page, 'Was every animal seen?')
    await words(page).fill('Mine')
    const conflict = page.getByRole('alert').filter({ hasText: 'Somebody else saved this meanwhile' })
    await expect(conflict.getByRole('row', { name: 'Mine' })).toContainText('Theirs')
    await expect(question(page, 'Also theirs')).toBeVisible()
    await conflict.getByRole('button', { name: 'Take theirs' }).click()
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

test('the preview shows the form in the language that is written, and keeps no answer', async ({ signIn }) => {
  const page = await signIn(manager, desktop)
  await startForm(page, 'To try')
  await page.getByLabel('Language of the texts').selectOption('hu')
  await page.getByRole('button', { name: 'Preview' }).click()
  const preview = page.getByRole('region', { name: 'Preview' })
  const seen = preview.getByRole('radiogroup', { name: 'Sikerült minden állatot megnézni?' })
  await seen.getByRole('radio', { name: 'Nem' }).check()
  await expect(preview.getByText('Ebből feladat lesz: A kimaradt állatok megnézése')).toBeVisible()
  await page.goto('/submission')
  await expect(page.getByText('To try')).toHaveCount(0)
})

test('an archived form can be brought back at once, and later from its page', async ({ signIn }) => {
  const page = await signIn(manager, desktop)
  const id = await startForm(page, 'Old form')
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  await expect(page).toHaveURL(/\/forms$/)
  await expect(page.getByRole('link', { name: 'Old form' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('link', { name: 'Old form' })).toBeVisible()
  await call(page, 'DELETE', `/form/${id}`)
  await page.goto(`/forms/${id}`)
  await expect(page.getByText('Archived on')).toBeVisible()
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByRole('button', { name: 'Publish' })).toBeVisible()
})

test('a form goes out as a task from its page', async ({ signIn }) => {
  const page = await signIn(manager, desktop)
  await page.goto('/forms')
  await page.getByRole('link', { name: 'Workplace safety walk' }).click()
  await page.getByRole('button', { name: 'Send as a task' }).click()
  await expect(page.getByRole('dialog').getByRole('combobox', { name: 'Form' })).toHaveValue('Workplace safety walk')
})

/** A form with one section, made as from another device, and opened. */
async function openForm(page: Page, name: string, questions: object[] = []): Promise<number> {
  const sections = [{ id: 'first', title: { en: 'First' }, questions }]
  const definition = { schema: 1, default_language: 'en', sections }
  const { id } = await call(page, 'POST', '/form', { name: { en: name }, definition })
  await page.goto(`/forms/${id}`)
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  return id
}

const everyType = [
  ...['yes_no', 'single_choice', 'multiple_choice', 'number', 'text', 'date', 'time', 'date_time', 'slider', 'rating'],
  ...['photo', 'file', 'signature', 'barcode', 'place', 'animal', 'animal_group', 'location', 'vehicle', 'user'],
  ...['calculated', 'hidden', 'instruction', 'group', 'repeat'],
]

test('a form with every type of question is built by keyboard alone', async ({ signIn }) => {
  const page = await signIn(manager, desktop)
  const id = await openForm(page, 'Every type')
  const focused = page.locator(':focus')
  await page.getByRole('button', { name: 'Add a question' }).first().focus()
  for (const [index, type] of everyType.entries()) {
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menu').or(page.getByRole('menuitem')).and(focused)).toHaveCount(1)
    // From whichever end is nearer; the last item leads elsewhere.
    const isNearTop = index <= everyType.length / 2
    await page.keyboard.press(isNearTop ? 'Home' : 'End')
    const steps = isNearTop ? index : everyType.length - index
    for (let step = 0; step < steps; step++) await page.keyboard.press(isNearTop ? 'ArrowDown' : 'ArrowUp')
    await page.keyboard.press('Enter')
    await expect(properties(page).locator('[data-field="label"]').locator('input, textarea').and(focused)).toHaveCount(
      1,
    )
    await page.keyboard.type(type)
    // The canvas follows typing a moment later.
    await expect(questionButton(page, type)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(questionButton(page, type)).toBeFocused()
    // The last of its tools adds the next one below.
    for (let tool = 0; tool < 7 && (await focused.textContent()) !== 'Add below'; tool++)
      await page.keyboard.press('Tab')
    await expect(focused).toHaveText('Add below')
  }
  await saved(page)
  const { draft } = await call(page, 'GET', `/form/${id}`)
  const built = draft.sections[0].questions.map(({ type, label }: { type: string; label: object }) => [type, label])
  expect(built).toEqual(everyType.map(type => [type, { en: type }]))
})

test('a condition is picked and said in words; taking away what it asks about is a mistake that leads there', async ({
  signIn,
}) => {
  const page = await signIn(manager, desktop)
  const id = await openForm(page, 'With logic', [
    { type: 'yes_no', id: 'lame', label: { en: 'Is one lame?' }, good: 'no' },
    { type: 'number', id: 'how_many', label: { en: 'How many?' }, required: true },
  ])
  await choose(page, 'How many?')
  await properties(page).getByRole('button', { name: 'Shown only if' }).click()
  await expect(properties(page).getByLabel('Condition 1: question')).toHaveValue('lame')
  await expect(canvas(page).getByText('Shown only if: “Is one lame?” is Yes')).toBeVisible()
  await expectAccessible(page)
  await properties(page).getByLabel('Condition 1: value').selectOption('no')
  await properties(page).getByText('Expression', { exact: true }).click()
  const expression = properties(page).getByRole('textbox', { name: 'Expression: Shown only if' })
  await expect(expression).toHaveValue("${lame} = 'no'")
  await expression.fill("${lame} = 'yes' and ${nobody} > 2")
  await expect(properties(page).getByText('There is no question “nobody” any more.').first()).toBeVisible()
  await properties(page).getByRole('button', { name: 'Show', exact: true }).click()
  expect(
    await expression.evaluate((area: HTMLTextAreaElement) => area.value.slice(area.selectionStart, area.selectionEnd)),
  ).toBe('${nobody}')
  await expression.fill("${lame} = 'yes'")

  await choose(page, 'Is one lame?')
  await canvas(page).getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('button', { name: '1 thing to put right' }).click()
  await page.getByRole('alert').getByRole('button', { name: 'How many?' }).click()
  await expect(properties(page).getByLabel('Condition 1: question')).toBeFocused()
  await page.getByRole('button', { name: 'Undo' }).click()
  await saved(page)
  const { draft } = await call(page, 'GET', `/form/${id}`)
  expect(draft.sections[0].questions[1].visible_if).toBe("${lame} = 'yes'")
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
  await expect(view.getByText('25% translated, 4 texts to look at')).toBeVisible()
  await expect(view.getByRole('listitem').filter({ hasText: 'Clean water?' })).toContainText('The original has changed')
  await expectAccessible(page)
  await view.getByRole('button', { name: 'Next to translate' }).focus()
  await page.keyboard.press('Enter')
  for (const text of ['Fordítandó', 'Első', 'Tiszta víz?', 'Takarmány?']) {
    await expect(page.locator('textarea:focus')).toHaveCount(1)
    await page.keyboard.press('Control+a')
    await page.keyboard.type(text)
    await page.keyboard.press('Control+Enter')
  }
  await expect(view.getByText('100% translated, 0 texts to look at')).toBeVisible()
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
  const [handle, target] = await Promise.all([
    page.getByTitle('Drag to move').first().boundingBox(),
    page.locator('#element-gait').boundingBox(),
  ])
  if (!handle || !target) throw new Error('Nothing to drag.')
  await page.mouse.move(handle.x + 16, handle.y + 16)
  await page.mouse.down()
  await page.mouse.move(handle.x + 16, handle.y + 60, { steps: 4 })
  await page.mouse.move(target.x + target.width - 30, target.y, { steps: 8 })
  await page.mouse.up()
  const repeat = canvas(page)
    .getByRole('listitem')
    .filter({ has: page.locator('#element-cows') })
    .first()
  await expect(repeat.getByRole('heading', { name: 'Ear tag' })).toBeVisible()

  await choose(page, 'Ear tag')
  await canvas(page).getByRole('button', { name: 'Keep in the library' }).click()
  await expect(page.getByText('Kept in the library')).toBeVisible()
  await saved(page)
  await openForm(page, 'To there')
  // The menu is higher than a low window has room for above or below its button, and can be used to its end.
  await page.setViewportSize({ width: 1440, height: 560 })
  await page.getByRole('button', { name: 'Add a question' }).click()
  await page.getByRole('menuitem', { name: 'Library and other forms' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('checkbox', { name: 'Ear tag' }).check()
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Insert', exact: true }).click()
  await expect(question(page, 'Ear tag')).toBeVisible()
})

test('what changed since the last version can be read, and the form is printed blank', async ({ signIn }) => {
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
  await page.getByRole('button', { name: 'Undo' }).click()
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
  test(`forms can be read, made and written by everybody (${device})`, {
    tag: device === 'phone' ? [] : '@long',
  }, async ({ signIn }) => {
    const page = await signIn(manager, options)
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    const isPhone = 'isMobile' in options
    await page.goto('/forms')
    await expect(page.getByRole('table').getByRole('link').first()).toBeVisible()
    await expectAccessible(page)

    await page.goto('/forms/new')
    const template = page.getByRole('article').first().getByRole('button')
    await expect(template).toBeVisible()
    await expectAccessible(page)
    await template.click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessible(page)

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

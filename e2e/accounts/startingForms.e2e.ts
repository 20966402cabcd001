/** The forms with which a company starts: proposed by its kind and its animals, and tried before they are taken. */
import { button } from '../accountSteps.ts'
import { ask } from '../apiCalls.ts'
import { confirmAddress, enterAs, newcomer } from '../companySteps.ts'
import { desktop, expect, expectAccessible, phone, test } from '../people.ts'

const manager = 'manager@greenfield.example'

type Api = Parameters<typeof newcomer>[0]
type Page = Parameters<typeof enterAs>[0]

const place = { country_id: 826, language_id: 1, time_zone: 'Europe/London' }

/** Somebody new whose company exists already, at the last step of setting it up. */
async function atForms(page: Page, api: Api, kind_of_business: string) {
  const founder = await newcomer(api, 'Founder')
  await confirmAddress(api, founder)
  const company = { name: `The ${kind_of_business}`, kind_of_business, ...place }
  const { id } = await ask<{ id: number }>(api, founder.token, 'POST', '/company', company)
  await enterAs(page, api, founder, '/profile')
  await page.evaluate(made => sessionStorage.setItem('tend_setup_company', made), String(id))
  await page.goto('/company/setup?step=forms')
  return founder
}

const startsWith = {
  dairy: ['Daily pen check', 'Dairy cows: welfare visit', 'Medicine and treatment record'],
  beef: ['Daily pen check', 'Medicine and treatment record', 'Movement of animals'],
  pigs: ['Daily pen check', 'Growing pigs: welfare visit', 'Medicine and treatment record'],
  poultry: ['Broilers: house visit', 'Daily pen check', 'Laying hens: welfare visit'],
  sheep_and_goats: ['Daily pen check', 'Medicine and treatment record', 'Sheep: flock visit'],
  horses: ['Daily pen check', 'Horses: stable visit in two levels', 'Medicine and treatment record'],
  transport: [
    'Animal transport: check before departure',
    'Animal transport: journey and arrival',
    'Livestock vehicle: cleaning and disinfection',
  ],
  workshop: ['Fire and first-aid round', 'Lifting equipment check', 'Workshop: tool and machine check'],
}

for (const [kind, names] of Object.entries(startsWith))
  test(`a company of the kind ${kind} finishes its setup with three forms of its own`, async ({ page, request }) => {
    const founder = await atForms(page, request, kind)
    const suggested = page.getByRole('group', { name: 'Suggested' })
    await expect(suggested.getByRole('checkbox', { checked: true })).toHaveCount(3)
    await button(page, 'Add 3 forms').click()
    await page.waitForURL('**/tasks')
    const forms = await ask<{ name: { en: string }; status: string }[]>(request, founder.token, 'GET', '/form')
    expect(forms.map(({ name }) => name.en).sort()).toEqual(names)
    expect(forms.map(({ status }) => status)).toEqual(['open', 'open', 'open'])
  })

test('a mixed farm says which animals it keeps, and tries a form before it takes it', async ({ browser, request }) => {
  const page = await browser.newPage(phone)
  await atForms(page, request, 'mixed_farm')
  const suggested = page.getByRole('group', { name: 'Suggested' })
  await expect(suggested.getByRole('checkbox', { name: 'Dairy cows: welfare visit' })).toBeChecked()
  const animals = page.getByRole('group', { name: 'Which animals do you keep?' })
  for (const name of ['Cattle', 'Sheep', 'Goats', 'Poultry']) await animals.getByRole('checkbox', { name }).uncheck()
  await expect(suggested.getByRole('checkbox', { name: 'Dairy cows: welfare visit' })).toHaveCount(0)
  const pigs = suggested.getByRole('checkbox', { name: 'Growing pigs: welfare visit' })
  await expect(pigs).toBeChecked()
  await expect(pigs).toHaveAccessibleDescription(/^About 35 minutes: /)
  await expectAccessible(page)

  const preview = suggested.getByRole('button', { name: 'Preview' })
  await preview.and(page.locator(':below(:text("Growing pigs: welfare visit"))')).first().tap()
  const sheet = page.getByRole('dialog', { name: 'Growing pigs: welfare visit' })
  await sheet.getByRole('textbox', { name: 'How many pigs are in the pens that you visit?' }).fill('20')
  await sheet.getByRole('button', { name: 'Next' }).tap()
  await expect(sheet.getByRole('heading', { name: 'The pigs', exact: true })).toBeVisible()
  await expectAccessible(page)
  await button(page, 'Close').last().tap()
  await expect(sheet).toHaveCount(0)
  await button(page, 'Add 3 forms').tap()
  await page.waitForURL('**/tasks')
  await page.close()
})

test('the gallery suggests what fits the farm, and a template is tried and taken', async ({ signIn }) => {
  const page = await signIn(manager, { ...desktop, at: '/forms/new' })
  const suggested = page.getByRole('region', { name: 'Suggested for your company' })
  await expect(suggested.getByRole('heading', { name: 'Dairy cows: welfare visit' })).toBeVisible()
  const others = page.getByRole('region', { name: 'Other templates' })
  await expect(others.getByRole('heading', { name: 'Lifting equipment check' })).toBeVisible()
  await page.getByRole('checkbox', { name: 'Horses' }).check()
  await suggested.getByRole('button', { name: 'Horses: stable visit in two levels' }).click()
  const sheet = page.getByRole('dialog', { name: 'Horses: stable visit in two levels' })
  await expect(sheet.getByRole('group').first()).toBeVisible()
  await sheet.getByText('All questions').click()
  await expect(sheet.getByText('Yes or no').first()).toBeVisible()
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Use this template' }).click()
  await expect(page).toHaveURL(/\/forms\/\d+$/)
  await expect(page.getByRole('heading', { name: 'Horses: stable visit in two levels' }).first()).toBeVisible()
})

/**
 * An identity provider brings people by SCIM: its key and its address on the screen, its groups there, and what a
 * manager has one of them give, which its people have at once.
 */
import { answerAgain, button, heading, newAddress } from '../accountSteps.ts'
import { ask } from '../apiCalls.ts'
import { enterAs, newCompany, newcomersPassword } from '../companySteps.ts'
import { desktop, expect, expectAccessible, freshPage, phone, test } from '../people.ts'

test('a manager makes the key of a provider, and has a group of it give a role in a place', async ({
  browser,
  baseURL,
  request,
}) => {
  const { boss, company } = await newCompany(request, 'Provisioned farm')
  const barn = await ask<{ id: number }>(request, boss.token, 'POST', '/location', { name: 'North barn', type: 'barn' })
  // The browser reports the refusal with which the question for the password begins.
  const page = await freshPage(browser, baseURL, desktop)
  await page.addInitScript(() => localStorage.setItem('locale', 'en'))
  await enterAs(page, request, boss, '/company/integrations')
  await expect(heading(page, 'People from an identity provider')).toBeVisible()
  await button(page, 'New key').first().click()
  const form = page.getByRole('dialog', { name: 'New key' })
  await form.getByRole('textbox', { name: 'Name' }).fill('Entra ID')
  await form.getByRole('combobox', { name: 'Rights' }).click()
  await page.getByRole('option', { name: 'Bring people (SCIM)' }).click()
  await button(form, 'Create key').click()
  await answerAgain(page, newcomersPassword)
  const made = page.getByRole('dialog', { name: 'Entra ID' })
  const secret = await made.getByRole('textbox', { name: 'Key' }).inputValue()
  await made.getByRole('button', { name: 'Close' }).last().click()

  const scim = async <T>(method: string, path: string, data: object): Promise<T> => {
    const answer = await request.fetch(`/scim/v2${path}`, {
      ...{ method, data: JSON.stringify(data) },
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/scim+json' },
    })
    expect(answer.ok(), await answer.text()).toBe(true)
    return (await answer.json()) as T
  }
  const email = newAddress('eva')
  const eva = await scim<{ id: string }>('POST', '/Users', {
    ...{ schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'], userName: email, active: true },
    emails: [{ primary: true, value: email }],
  })
  await scim('POST', '/Groups', {
    ...{ schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'], displayName: 'Barn leads' },
    members: [{ value: eva.id }],
  })

  await page.reload()
  const group = page.getByRole('listitem').filter({ hasText: 'Barn leads' })
  await expect(group).toContainText('1 person')
  await expect(group).toContainText('Gives no role')
  await expectAccessible(page)
  await button(page, 'Change Barn leads').click()
  const sheet = page.getByRole('dialog', { name: 'Barn leads' })
  await sheet.getByRole('combobox', { name: 'Role' }).selectOption({ label: 'Manager' })
  await sheet.getByText('Only some locations, groups or vehicles').click()
  await button(sheet, 'Save').click()
  await expect(sheet.getByText('Choose at least one location, group or vehicle.')).toBeVisible()
  await sheet.getByRole('combobox', { name: 'Locations, groups and vehicles' }).click()
  await page.getByRole('option', { name: 'North barn' }).click()
  await expectAccessible(page)
  await button(sheet, 'Save').click()
  await expect(page.getByText('Saved. The people in this group have the role now.')).toBeVisible()
  await expect(group).toContainText('Manager')
  await expect(group).toContainText('North barn')
  const open = await ask<object[]>(request, boss.token, 'GET', `/company/${company.id}/invites`)
  expect(open).toMatchObject([{ email, role_id: 2000, reach: { location_ids: [barn.id] } }])

  const mobile = await freshPage(browser, baseURL, phone)
  await mobile.addInitScript(() => localStorage.setItem('locale', 'ar'))
  await enterAs(mobile, request, boss, '/company/integrations')
  await expect(mobile.getByText('Barn leads')).toBeVisible()
  await expectAccessible(mobile)
  for (const one of [page, mobile]) await one.context().close()
})

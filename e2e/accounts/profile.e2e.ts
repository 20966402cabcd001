/** What people say about themselves and decide for themselves, to the end of the account. */
import { readFile } from 'node:fs/promises'
import {
  answerAgain,
  button,
  confirmOwnAddress,
  found,
  goodPassword,
  heading,
  login,
  newAddress,
  readAgain,
  register,
} from '../accountSteps.ts'
import { ask, call } from '../apiCalls.ts'
import { newCompany } from '../companySteps.ts'
import { linkOfMail, mailsTo } from '../mails.ts'
import { desktop, expect, expectAccessible, freshPage, noScreen, test } from '../people.ts'

const manager = 'manager@greenfield.example'

test('the profile keeps name, language and a picture that is cut with the keyboard', async ({ browser, baseURL }) => {
  const page = await freshPage(browser, baseURL, desktop)
  const email = newAddress('pat')
  await register(page, email, 'Pat Picture')
  await found(page, 'Pictures')
  await page.goto('/profile')
  await expect(heading(page, 'Picture')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('textbox', { name: 'Name' }).fill('Pat Pictured')
  // What was typed survives a reload.
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Pat Pictured')
  const timeZone = page.getByRole('combobox', { name: 'Time zone' })
  await timeZone.click()
  await timeZone.fill('Budapest')
  await page.getByRole('option', { name: 'Europe/Budapest' }).click()
  await button(page, 'Save').click()
  await expect(page.getByText(/^Saved/)).toBeVisible()
  expect(await call(page, 'GET', '/auth/user')).toMatchObject({ name: 'Pat Pictured', time_zone: 'Europe/Budapest' })

  const picture = await page.evaluate(async () => {
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width: 400, height: 200 })
    const context = canvas.getContext('2d')
    for (const [left, colour] of [
      [0, '#ff0000'],
      [200, '#0000ff'],
    ] as const)
      if (context) Object.assign(context, { fillStyle: colour }).fillRect(left, 0, 200, 200)
    return canvas.toDataURL('image/png').split(',')[1] ?? ''
  })
  const chooser = page.waitForEvent('filechooser')
  await button(page, 'Choose picture').click()
  await (await chooser).setFiles({ name: 'pat.png', mimeType: 'image/png', buffer: Buffer.from(picture, 'base64') })
  const square = page.getByRole('application')
  await expect(square).toBeFocused()
  await expectAccessible(page)
  // To the right edge of the picture, which is blue.
  for (let step = 0; step < 12; step++) await page.keyboard.press('ArrowLeft')
  await button(page.getByRole('dialog'), 'Save').click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const { avatar } = await call<{ avatar: string }>(page, 'GET', '/auth/user')
  await expect(page.locator(`img[src="/storage/${avatar}"]`)).toHaveCount(2)
  const colour = await page.evaluate(async path => {
    const image = await createImageBitmap(await (await fetch(`/storage/${path}`)).blob())
    const context = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d')
    context?.drawImage(image, 0, 0, 1, 1)
    return [...(context?.getImageData(0, 0, 1, 1).data ?? [])]
  }, avatar)
  expect(colour[2]).toBeGreaterThan(200)
  expect(colour[0]).toBeLessThan(60)
  await page.context().close()
})

test('the profile shows where one is signed in, and signs another device out', async ({ browser, baseURL }) => {
  const desk = await freshPage(browser, baseURL, desktop)
  const email = newAddress('dev')
  await register(desk, email, 'Dev Devices')
  await found(desk, 'Devices')
  const hand = await freshPage(browser, baseURL)
  await login(hand, email, goodPassword)
  await hand.waitForURL('**/tasks')
  await desk.goto('/profile/devices')
  await expect(desk.getByRole('listitem').filter({ hasText: 'This device' })).toHaveCount(1)
  await expectAccessible(desk)
  await button(desk, 'Sign out all others').click()
  await button(desk.getByRole('dialog'), 'Sign out').click()
  await expect(desk.getByText('You are signed in only on this device.')).toBeVisible()
  await expect(hand).toHaveURL(/\/auth\/login/)
  for (const opened of [desk, hand]) await opened.context().close()
})

test('the profile changes the password, the mails and the address, which counts once its mail was answered', async ({
  browser,
  baseURL,
}) => {
  const page = await freshPage(browser, baseURL)
  const email = newAddress('cleo')
  await register(page, email, 'Cleo Change')
  await found(page, 'Changes')
  await page.goto('/profile/security')
  await page.getByLabel('Current password').fill('not the one')
  await page.getByLabel('New password').fill('another orbit fence')
  await button(page, 'Change password').click()
  await expect(page.getByText('This is not your current password.')).toBeVisible()
  await page.getByLabel('Current password').fill(goodPassword)
  await button(page, 'Change password').click()
  await expect(page.getByText('Password changed.')).toBeVisible()

  await page.goto('/profile/notifications')
  const topic = page.getByRole('switch', { name: 'Failed critical answers' })
  await expect(topic).toBeChecked()
  await expectAccessible(page)
  await topic.click({ force: true })
  await expect(page.getByText(/^Saved/)).toBeVisible()
  await page.reload()
  await expect(topic).not.toBeChecked()

  const next = newAddress('cleo.next')
  await page.goto('/profile')
  await button(page, 'Change address').click()
  await page.getByLabel('New address').fill(next)
  await button(page, 'Send link').click()
  await answerAgain(page, 'another orbit fence')
  await expect(page.getByText(`Link sent to ${next}.`)).toBeVisible()
  await page.goto(await linkOfMail(next, 'Confirm your new email address'))
  await button(page, 'Change address').click()
  await expect(page.getByText(`Your email address is now ${next}.`)).toBeVisible()
  await expect.poll(() => mailsTo(email, 'Your email address was changed')).toHaveLength(1)
  await page.context().close()
})

test('the profile hands over all data, says why the only manager cannot go, and ends the account', async ({
  signIn,
  browser,
  baseURL,
}) => {
  const boss = await signIn(manager, { ...desktop, at: noScreen })
  const email = newAddress('dora')
  const { path } = await call<{ path: string }>(boss, 'POST', '/company/1/invite', {
    email,
    role_id: 3000,
    forms: [],
  })
  const page = await freshPage(browser, baseURL)
  await page.goto(path)
  await page.getByLabel('Your name').fill('Dora Done')
  await page.locator('input[name="password"]').fill(goodPassword)
  await button(page, 'Join').click()
  await page.waitForURL('**/tasks')
  await confirmOwnAddress(page)
  const place = { country_id: 826, language_id: 1, time_zone: 'Europe/London' }
  const { id } = await call<{ id: number }>(page, 'POST', '/company', { name: 'Last Ones', ...place })
  await readAgain(page)

  await page.goto('/profile/account')
  await expectAccessible(page)
  const download = page.waitForEvent('download')
  await button(page, 'Export my data').click()
  const archive = await readFile(await (await download).path())
  expect(archive.subarray(0, 2).toString()).toBe('PK')

  const deleteAccount = async () => {
    await button(page, 'Delete my account').click()
    await button(page.getByRole('dialog'), 'Delete my account').click()
  }
  await deleteAccount()
  await answerAgain(page, goodPassword)
  await expect(page.getByText('You are the only manager of Last Ones.')).toBeVisible()
  await call(page, 'DELETE', `/company/${id}`)
  await call(page, 'PATCH', '/auth/user', { company_id: 1 })
  await readAgain(page)
  await page.goto('/profile/account')
  // What the page asks while the answer is on its way is refused already.
  await page.route('**/api/me?*', async route => {
    const answer = await route.fetch()
    const refused = page.waitForResponse(other => other.status() === 401)
    await page.evaluate(() => {
      for (const name of ['offline', 'online']) dispatchEvent(new Event(name))
    })
    await (await refused).finished()
    await route.fulfill({ response: answer })
  })
  await deleteAccount()
  await expect(heading(page, 'Your account was deleted')).toBeVisible()
  await expectAccessible(page)
  await login(page, email, goodPassword)
  await expect(page.getByRole('alert')).toHaveText('Email and password do not match.')
  await page.context().close()
})

test('a mail that can be done without is ended by its own link, by somebody who is not signed in', async ({
  browser,
  baseURL,
  request: api,
}) => {
  const { boss } = await newCompany(api, 'Quiet Yard', 'Una Fewer')
  const { token, email } = boss
  const label = { en: 'Is one lame?' }
  const question = { id: 'lame', type: 'yes_no', label, required: true, good: 'no', critical: true }
  const definition = {
    schema: 1,
    default_language: 'en',
    sections: [{ id: 'pen', title: label, questions: [question] }],
  }
  const form = await ask(api, token, 'POST', '/form', { name: { en: 'Pen check' }, definition })
  await ask(api, token, 'POST', `/form/${form.id}/publish`, {})
  const draft = await ask(api, token, 'POST', '/form/submission', { form_id: form.id, uuid: crypto.randomUUID() })
  await ask(api, token, 'POST', `/form/submission/${draft.id}/complete`, { answers: { lame: { value: 'yes' } } })

  await expect.poll(() => mailsTo(email, 'Act now: Pen check')).toHaveLength(1)
  const [mail] = await mailsTo(email, 'Act now: Pen check')
  const page = await freshPage(browser, baseURL)
  await page.goto(mail?.match(/\/action\/user\/unsubscribe\S+/)?.[0] ?? '')
  await expect(page.getByText('do you want no more mails of this kind? Failed critical answers')).toBeVisible()
  await expectAccessible(page)
  await button(page, 'Stop these emails').click()
  await expect(page.getByText('You will not get these emails any more.')).toBeVisible()
  // An old mail's link goes on saying the same.
  await page.reload()
  await button(page, 'Stop these emails').click()
  await expect(page.getByText('You will not get these emails any more.')).toBeVisible()
  expect(await ask(api, token, 'GET', '/me/settings')).toMatchObject({ notifications: { critical_answers: false } })
  await page.context().close()
})

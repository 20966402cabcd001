/** Accounts from their beginning to their end: made, invited, forgotten, secured, acted for, deleted. Links come from real mails. */
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { type TOTP, URI } from 'otpauth'
import { call } from './apiCalls.ts'
import { demoPassword } from './demoServer.ts'
import { linkOfMail, mailsTo } from './mails.ts'
import { desktop, expect, expectAccessible, freshPage, test } from './people.ts'

const manager = 'manager@greenfield.example'
const goodPassword = 'kettle orbit fence'
/** The browser reports every answer that is a refusal; here they are provoked. */
const refusals = /status of 4\d\d/

let counter = 0
/** An address that nobody had in this run. */
const newAddress = (name: string) => `${name}.${Date.now()}.${counter++}@journey.example`

const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true })
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name })

/** Makes an account through the screens, and accepts what is asked. */
async function register(page: Page, email: string, name = 'Nora New'): Promise<void> {
  await page.goto('/auth/register')
  await page.getByLabel('Your name').fill(name)
  await page.getByLabel('E-mail').fill(email)
  await page.locator('input[name="password"]').fill(goodPassword)
  await button(page, 'Make the account').click()
  await button(page, 'Accept and go on').click()
}

async function login(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/auth/login')
  await page.getByLabel('E-mail').fill(email)
  await page.locator('input[name="password"]').fill(password)
  await button(page, 'Sign in').click()
}

/** Somebody founds a company, as the set-up does, and works in it from now on. */
async function found(page: Page, name: string): Promise<{ id: number }> {
  await page.waitForURL('**/company/setup')
  const place = { country_id: 826, language_id: 1, time_zone: 'Europe/London' }
  const company = await call<{ id: number }>(page, 'POST', '/company', { name, ...place })
  await readAgain(page)
  return company
}

/** The browser learns what changed about its person. */
async function readAgain(page: Page): Promise<void> {
  const user = await call<object>(page, 'GET', '/auth/user')
  await page.evaluate(user => localStorage.setItem('user', JSON.stringify(user)), user)
}

/** Answers the question for the password that dangerous things begin with. */
async function answerAgain(page: Page, password: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Is it you?' })
  await dialog.locator('input[name="password"]').fill(password)
  await button(dialog, 'Go on').click()
  await expect(dialog).toHaveCount(0)
}

test('somebody registers, is told what a password lacks, accepts the privacy text and confirms the address by the mail', async ({
  browser,
  baseURL,
}) => {
  const page = await freshPage(browser, baseURL)
  const email = newAddress('nora')
  await page.goto('/auth/login')
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('link', { name: 'No account yet? Register' }).click()
  await expect(page.getByLabel('E-mail')).toHaveValue(email)
  await page.getByLabel('Your name').fill('Nora New')
  const password = page.locator('input[name="password"]')
  await password.fill('1234567890')
  await expect(page.getByText('Easy to guess')).toBeVisible()
  await expectAccessible(page)
  await button(page, 'Make the account').click()
  await expect(page.getByText('Many people use this password')).toBeVisible()
  await expect(password).toBeFocused()
  await expect(page.getByLabel('Your name')).toHaveValue('Nora New')
  await password.fill(goodPassword)
  await expect(page.getByText('Strong')).toBeVisible()
  await button(page, 'Make the account').click()

  await expect(button(page, 'Accept and go on')).toBeEnabled()
  await expectAccessible(page)
  await button(page, 'Accept and go on').click()
  await page.waitForURL('**/company/setup')
  await expect(page.getByText(`Please confirm that ${email} is yours.`)).toBeVisible()

  const link = await linkOfMail(email, 'Confirm your e-mail address')
  const response = await page.goto(link)
  expect(response?.headers()['referrer-policy']).toBe('no-referrer')
  await expect(page.getByText(`Nora New, is ${email} your address?`)).toBeVisible()
  await expectAccessible(page)
  await button(page, 'Yes, confirm').click()
  await expect(page.getByText('Thank you. Your address is confirmed.')).toBeVisible()
  await page.getByRole('link', { name: 'Go on' }).click()
  await page.waitForURL('**/company/setup')
  await expect(page.getByText('Please confirm that')).toHaveCount(0)

  await page.goto(link)
  await expect(page.getByText('This link has already been used.')).toBeVisible()
  await expect(page.getByText('Your address may be confirmed already.')).toBeVisible()
  await page.context().close()
})

test('a forgotten password is chosen anew by the mail, once', async ({ browser, baseURL }) => {
  const page = await freshPage(browser, baseURL)
  const email = newAddress('fred')
  await register(page, email, 'Fred Forgot')
  await page.waitForURL('**/company/setup')
  const other = await freshPage(browser, baseURL)
  await other.goto('/auth/login')
  await other.getByLabel('E-mail').fill(email)
  await other.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(other.getByLabel('E-mail')).toHaveValue(email)
  await expectAccessible(other)
  await button(other, 'Send the link').click()
  await expect(heading(other, 'Look into your mail')).toBeFocused()

  const link = await linkOfMail(email, 'Choose a new password')
  await other.goto(link)
  await expect(other.getByLabel('E-mail')).toHaveValue(email)
  await other.getByLabel('New password').fill('another orbit fence')
  await expectAccessible(other)
  await button(other, 'Change and sign in').click()
  await other.waitForURL('**/company/setup')
  // Whoever was signed in elsewhere is no more.
  await expect(page).toHaveURL(/\/auth\/login/)

  await page.goto(link)
  await page.getByLabel('New password').fill('a third orbit fence')
  await button(page, 'Change and sign in').click()
  await expect(page.getByText('This link has already been used.')).toBeVisible()
  await page.getByRole('link', { name: 'Ask for a new link' }).click()
  await page.waitForURL('**/auth/forgot-password')
  for (const opened of [page, other]) await opened.context().close()
})

test.describe('invitations', () => {
  type Invite = { id: number; path: string }
  const invite = (boss: Page, email: string) =>
    call<Invite>(boss, 'POST', '/company/1/invite', { email, role_id: 3000, forms: [] })

  test('lead a stranger through registering, and somebody with an account through signing in, into the company', async ({
    signIn,
    browser,
    baseURL,
  }) => {
    const boss = await signIn(manager, desktop)
    const stranger = newAddress('stranger')
    await invite(boss, stranger)
    const page = await freshPage(browser, baseURL)
    await page.goto(await linkOfMail(stranger, 'Greenfield Farm invites you to tend'))
    await expect(heading(page, 'Join Greenfield Farm')).toBeVisible()
    await expect(page.getByText('Maya Fletcher invites you. Your role: employee.')).toBeVisible()
    await expect(page.getByLabel('E-mail')).toHaveValue(stranger)
    await expectAccessible(page)
    await page.getByLabel('Your name').fill('Stan Stranger')
    await page.locator('input[name="password"]').fill(goodPassword)
    await button(page, 'Join').click()
    await button(page, 'Accept and go on').click()
    await page.waitForURL('**/tasks')

    const known = newAddress('known')
    const other = await freshPage(browser, baseURL)
    await register(other, known, 'Kim Known')
    await other.waitForURL('**/company/setup')
    await other.goto('/auth/logout')
    await other.waitForURL('**/auth/login')
    const { path } = await invite(boss, known)
    await other.goto(path)
    await button(other, 'I have an account: sign in').click()
    await other.locator('input[name="password"]').fill(goodPassword)
    await button(other, 'Sign in').click()
    await other.waitForURL('**/tasks')
    for (const opened of [page, other]) await opened.context().close()
  })

  test('that are no longer good, or for somebody else, say what to do next', async ({ signIn, browser, baseURL }) => {
    const boss = await signIn(manager, { ...desktop, complaint: refusals })
    const email = newAddress('late')
    const first = await invite(boss, email)
    const second = await call<Invite>(boss, 'POST', `/company/1/invite/${first.id}/resend`)
    const page = await freshPage(browser, baseURL)

    await page.goto(first.path)
    await expect(page.getByText('A newer invitation was sent.')).toBeVisible()
    await expect(page.getByText('Ask whoever invited you')).toBeVisible()
    await expectAccessible(page)
    await page.goto(second.path.replace('/invite/1/', '/invite/2/'))
    await expect(page.getByText('This link is not whole, or it was never good.')).toBeVisible()

    // Somebody else is signed in on this device.
    await boss.goto(second.path)
    await expect(boss.getByText(`this invitation is for ${email}`)).toBeVisible()
    await button(boss, 'Sign out and go on').click()
    await expect(boss.getByLabel('Your name')).toBeVisible()

    const again = await signIn(manager, desktop)
    await call(again, 'DELETE', `/company/1/invite/${first.id}`)
    await page.goto(second.path)
    await expect(page.getByText('This invitation was taken back.')).toBeVisible()
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.waitForURL('**/auth/login')
    await page.context().close()
  })
})

test("a worker's phone is enrolled by a QR code, opens with the PIN, and ends after five wrong ones", async ({
  signIn,
  browser,
  baseURL,
}) => {
  const boss = await signIn(manager, desktop)
  const worker = await call<{ id: number }>(boss, 'POST', '/company/1/worker', {
    name: 'Pia Phone',
    user_name: `pia.${Date.now()}`,
  })
  const offer = await call<{ address: string }>(boss, 'POST', `/company/1/user/${worker.id}/enrolment`, {})
  const page = await freshPage(browser, baseURL)
  await page.goto(new URL(offer.address).pathname)
  await expect(heading(page, 'Hello Pia Phone')).toBeVisible()
  const pin = page.locator('input[name="pin"]')
  const pinAgain = page.locator('input[name="pin_again"]')
  await pin.fill('739154')
  await pinAgain.fill('739155')
  await button(page, 'Begin').click()
  await expect(page.getByText('This is not the same PIN as above.')).toBeVisible()
  await expect(pinAgain).toBeFocused()
  await expectAccessible(page)
  await pinAgain.fill('739154')
  await button(page, 'Begin').click()
  await button(page, 'Accept and go on').click()
  await page.waitForURL('**/tasks')

  await page.goto('/auth/logout')
  await expect(heading(page, 'Hello Pia Phone')).toBeVisible()
  await expectAccessible(page)
  await pin.fill('739154')
  await button(page, 'Sign in').click()
  await page.waitForURL('**/tasks')
  await page.goto('/profile')
  await expect(heading(page, 'User name')).toBeVisible()
  await expect(heading(page, 'E-mail')).toHaveCount(0)

  await page.goto('/auth/logout')
  for (let left = 4; left > 0; left--) {
    await pin.fill('000000')
    await button(page, 'Sign in').click()
    await expect(page.getByText(new RegExp(`^${left} (try|tries) left`))).toBeVisible()
  }
  await pin.fill('000000')
  await button(page, 'Sign in').click()
  await expect(page.getByText('Ask your manager for a new QR code.')).toBeVisible()
  await expect(page.getByLabel('E-mail')).toBeVisible()
  await page.goto(new URL(offer.address).pathname)
  await expect(page.getByText('This link has already been used.')).toBeVisible()
  await expect(page.getByText('A QR code is good once, for 15 minutes.')).toBeVisible()
  await page.context().close()
})

test('the second step is set up, asked for at sign-in, opened by a recovery code, and turned off', async ({
  browser,
  baseURL,
}) => {
  const page = await freshPage(browser, baseURL)
  const email = newAddress('tess')
  await register(page, email, 'Tess Twofold')
  await found(page, 'Twofold')
  await page.goto('/profile/security')
  await button(page, 'Set it up').click()
  const dialog = page.getByRole('dialog', { name: 'Is it you?' })
  await dialog.locator('input[name="password"]').fill('not the one')
  await button(dialog, 'Go on').click()
  await expect(dialog.getByText('This is not your present password.')).toBeVisible()
  await expectAccessible(page)
  await answerAgain(page, goodPassword)

  const address = await page.getByRole('link', { name: 'The app is on this device: open it' }).getAttribute('href')
  const authenticator = URI.parse(address ?? '') as TOTP
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('The six digits that the app shows now').fill(authenticator.generate())
  await button(page, 'Turn it on').click()
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes.first()).toBeVisible()
  const [code = ''] = await codes.allTextContents()
  const saved = page.waitForEvent('download')
  await button(page, 'Save as a file').click()
  expect(await readFile(await (await saved).path(), 'utf8')).toContain(code)
  await button(page, 'I have kept them').click()
  await expect(page.getByText(/^On since/)).toBeVisible()

  await page.goto('/auth/logout')
  await page.waitForURL('**/auth/login')
  await login(page, email, goodPassword)
  await expect(heading(page, 'Second step')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Code').fill('000000')
  await button(page, 'Sign in').click()
  await expect(page.getByText('This code is not right.')).toBeVisible()
  await button(page, 'Use a recovery code').click()
  await page.getByLabel('Recovery code').fill(code)
  await button(page, 'Sign in').click()
  await page.waitForURL('**/tasks')

  await page.goto('/profile/security')
  await button(page, 'Turn it off').click()
  await button(page.getByRole('dialog').last(), 'Turn it off').click()
  await answerAgain(page, goodPassword)
  await expect(button(page, 'Set it up')).toBeVisible()
  await page.context().close()
})

test.describe('the profile', () => {
  test('keeps name, language and a picture that is cut with the keyboard', async ({ browser, baseURL }) => {
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
    await button(page, 'Choose a picture').click()
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

  test('shows where one is signed in, and signs another device out', async ({ browser, baseURL }) => {
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
    await expect(desk.getByText('You are signed in on this device only.')).toBeVisible()
    await expect(hand).toHaveURL(/\/auth\/login/)
    for (const opened of [desk, hand]) await opened.context().close()
  })

  test('changes the password, the mails and the address, which counts once its mail was answered', async ({
    browser,
    baseURL,
  }) => {
    const page = await freshPage(browser, baseURL)
    const email = newAddress('cleo')
    await register(page, email, 'Cleo Change')
    await found(page, 'Changes')
    await page.goto('/profile/security')
    await page.getByLabel('Present password').fill('not the one')
    await page.getByLabel('New password').fill('another orbit fence')
    await button(page, 'Change the password').click()
    await expect(page.getByText('This is not your present password.')).toBeVisible()
    await page.getByLabel('Present password').fill(goodPassword)
    await button(page, 'Change the password').click()
    await expect(page.getByText('Your password is changed.')).toBeVisible()

    await page.goto('/profile/notifications')
    const topic = page.getByRole('switch', { name: 'Critical answers in submissions' })
    await expect(topic).toBeChecked()
    await expectAccessible(page)
    await topic.click({ force: true })
    await expect(page.getByText(/^Saved/)).toBeVisible()
    await page.reload()
    await expect(topic).not.toBeChecked()

    const next = newAddress('cleo.next')
    await page.goto('/profile')
    await button(page, 'Change the address').click()
    await page.getByLabel('New address').fill(next)
    await button(page, 'Send the link').click()
    await answerAgain(page, 'another orbit fence')
    await expect(page.getByText(`A link is on its way to ${next}.`)).toBeVisible()
    await page.goto(await linkOfMail(next, 'Confirm your new e-mail address'))
    await button(page, 'Change the address').click()
    await expect(page.getByText(`Your address is ${next} now.`)).toBeVisible()
    await expect.poll(() => mailsTo(email, 'Your e-mail address was changed')).toHaveLength(1)
    await page.context().close()
  })

  test('hands over all data, says why the only manager cannot go, and ends the account', async ({
    signIn,
    browser,
    baseURL,
  }) => {
    const boss = await signIn(manager, desktop)
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
    await button(page, 'Accept and go on').click()
    await page.waitForURL('**/tasks')
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
    await deleteAccount()
    await expect(heading(page, 'Your account is deleted')).toBeVisible()
    await expectAccessible(page)
    await login(page, email, goodPassword)
    await expect(page.getByRole('alert')).toHaveText('E-mail and password do not match.')
    await page.context().close()
  })
})

test('an admin acts as somebody, sees that on every screen, and comes back with one press', async ({ signIn }) => {
  const page = await signIn('admin@tend.example', desktop)
  const [tom] = await call<{ id: number }[]>(page, 'GET', '/user?search=Tom')
  await page.evaluate(
    async ([id, password]) => {
      const post = async (path: string, body: object) => {
        const headers = {
          Authorization: `Bearer ${localStorage.getItem('tend_token')}`,
          'Content-Type': 'application/json',
        }
        const { data } = await (await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })).json()
        localStorage.setItem('tend_token', data.token)
        localStorage.setItem('user', JSON.stringify(data.user))
        localStorage.setItem('userAbilityRules', JSON.stringify(data.user.ability_rules))
      }
      await post('/api/auth/re-authenticate', { password })
      await post(`/api/auth/admin/switch-user/${id}`, {})
    },
    [tom?.id, demoPassword] as const,
  )
  await page.goto('/locations')
  await expect(page.getByText('You are acting as Tom Ashby.')).toBeVisible()
  await expectAccessible(page)
  await button(page, 'Back to Alex Admin').click()
  await page.waitForURL('**/users')
  await expect(button(page, 'Your account, Alex Admin')).toBeVisible()
  await expect(page.getByText('You are acting as')).toHaveCount(0)
})

test('a guest looks around without an account', async ({ browser, baseURL }) => {
  const page = await freshPage(browser, baseURL)
  await page.goto('/auth/login')
  await button(page, 'Look around as a guest').click()
  await button(page, 'Accept and go on').click()
  await page.waitForURL('**/tasks')
  await page.context().close()
})

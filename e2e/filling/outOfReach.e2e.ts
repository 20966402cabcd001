/**
 * What somebody wrote and cannot send any more: it opens without signing in, can be saved, and a manager brings it in.
 */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { unzipSync } from 'fflate'
import { call } from '../apiCalls.ts'
import { newcomersPassword } from '../companySteps.ts'
import { demoPassword } from '../demoServer.ts'
import {
  desktop,
  enter,
  errorsOf,
  expect,
  expectAccessible,
  freshPage,
  isInstalled,
  noScreen,
  phone,
  test,
} from '../people.ts'
import { beginPenCheck } from './penCheck.ts'
import { companyWithForm, completeRound } from './unsentWork.ts'

test.use({ serviceWorkers: 'allow' })

const question = (page: Page, name: string) => page.getByRole('group', { name })
const choose = (page: Page, name: string, answer: string) =>
  question(page, name).getByLabel(answer, { exact: true }).check()

/** Fills in the pen check and completes it without signal. */
async function completeOffline(page: Page, note: string): Promise<string> {
  await isInstalled(page)
  await beginPenCheck(page)
  await choose(page, 'Was every animal seen?', 'Yes')
  await page.context().setOffline(true)
  await choose(page, 'Are there dead or badly injured animals?', 'No')
  await choose(page, 'Does any animal look ill or lame?', 'No')
  await question(page, 'Was every animal seen?').getByRole('button', { name: 'Note' }).click()
  await question(page, 'Was every animal seen?').getByLabel('Note').fill(note)
  await page.getByRole('button', { name: 'Next' }).click()
  await choose(page, 'Does water run at every drinker?', 'Yes')
  await choose(page, 'Is there enough feed, within reach of all?', 'Yes')
  await choose(page, 'How is the lying area?', 'Dry and clean')
  await choose(page, 'How is the air?', 'Fresh')
  await choose(page, 'Are fences and gates sound and closed?', 'Not applicable')
  await page.getByRole('button', { name: 'Finish' }).click()
  await page.getByRole('button', { name: 'Complete', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Done. Your answers are safe on this phone.' })).toBeVisible()
  return page.url().match(/[0-9a-f-]{36}/)?.[0] ?? ''
}

/** What the saved copy says of the only form in it. */
async function savedCopy(page: Page) {
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save a copy' }).click()
  const path = await (await saving).path()
  const [, content] =
    Object.entries(unzipSync(await readFile(path))).find(([name]) => name.endsWith('answers.json')) ?? []
  return { path, form: JSON.parse(new TextDecoder().decode(content)) }
}

test('who signed out and comes back no more opens their work with the password, saves it, and the manager brings it in once', async ({
  browser,
  baseURL,
  signIn,
}) => {
  const page = await freshPage(browser, baseURL, phone)
  const errors = errorsOf(page, /401|403/)
  await page.addInitScript(() => localStorage.setItem('locale', 'en'))
  await enter(page, 'worker2@greenfield.example')
  const uuid = await completeOffline(page, 'Nobody came back')
  await page.goto('/auth/logout')
  await page.waitForURL('**/auth/login')

  // Without signal, and without a session: the draft's own address and the outbox lead to it.
  await page.goto(`/submission/filling/${uuid}`)
  await expect(page.getByRole('heading', { name: 'Unsent work' })).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.getByRole('button', { name: 'Open' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Open' }).click()
  const work = page.getByRole('list', { name: 'Not sent yet' })
  await expect(work.getByText('Daily pen check')).toBeVisible()
  await work.getByText('Read answers').click()
  await expect(work.getByText('Nobody came back')).toBeVisible()
  await expectAccessible(page)
  const { path, form } = await savedCopy(page)
  expect(form).toMatchObject({
    uuid,
    written_by: { name: expect.stringMatching(/\w/) },
    completed_at: expect.any(String),
  })

  const boss = await signIn('manager@greenfield.example', { ...desktop, serviceWorkers: 'block', at: noScreen })
  for (const [state, label] of [
    ['new', 'Imported'],
    ['known', 'Imported before'],
  ] as const) {
    await boss.goto('/submission/import')
    await boss.locator('input[type=file]').setInputFiles(path)
    const found = boss.getByRole('list', { name: 'Forms in the copy' })
    await expect(found.getByText(`Recorded by ${form.written_by.name}`)).toBeVisible()
    if (state === 'new') await expectAccessible(boss)
    await boss.getByRole('button', { name: 'Import 1 form' }).click()
    await expect(found.getByText(label)).toBeVisible()
  }
  const rows = await call<{ id: number; user_name: string }[]>(boss, 'GET', `/form/submission?uuid=${uuid}`)
  expect(rows).toMatchObject([{ status: 'complete', user_name: form.written_by.name }])
  expect(errors).toEqual([])
  await page.context().close()
})

test.describe('a password that was changed', () => {
  // The journey itself cuts the form off.
  test.use({ serviceWorkers: 'block' })

  test('opens the work that was unsent before, and the one it replaced does not', async ({
    browser,
    baseURL,
    playwright,
  }) => {
    const api = await playwright.request.newContext({ ...(baseURL && { baseURL }) })
    const { boss, form } = await companyWithForm(api, 'Farm of new passwords')
    const page = await freshPage(browser, baseURL, { ...phone, serviceWorkers: 'block' })
    await page.addInitScript(() => localStorage.setItem('locale', 'en'))
    await enter(page, boss.email, newcomersPassword)
    const cut = () => page.route('**/api/form/submission**', route => route.abort('internetdisconnected'))
    await completeRound(page, form, cut)
    await page.goto('/profile/security')
    await page.getByLabel('Current password').fill(newcomersPassword)
    await page.getByLabel('New password').fill('another orbit fence')
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByText('Password changed.')).toBeVisible()
    await page.goto('/auth/logout')
    await page.waitForURL('**/auth/login')

    await page.goto('/outbox')
    const password = page.getByLabel('Password', { exact: true })
    await password.fill(newcomersPassword)
    await page.getByRole('button', { name: 'Open' }).click()
    await expect(page.getByRole('alert')).toBeVisible()
    await password.fill('another orbit fence')
    await page.getByRole('button', { name: 'Open' }).click()
    await expect(page.getByRole('list', { name: 'Not sent yet' }).getByText('Round')).toBeVisible()
    await page.context().close()
    await api.dispose()
  })
})

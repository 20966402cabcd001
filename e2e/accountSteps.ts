/** Steps of journeys through accounts, as their people take them on the screens. */
import { expect, type Locator, type Page } from '@playwright/test'
import { call } from './apiCalls.ts'
import { linkOfMail } from './mails.ts'

export const goodPassword = 'kettle orbit fence'
/** The browser reports every answer that is a refusal; here they are provoked. */
export const refusals = /status of 4\d\d/

let counter = 0
/** An address that nobody had in this run. */
export const newAddress = (name: string): string => `${name}.${Date.now()}.${counter++}@journey.example`

export const button = (page: Page | Locator, name: string): Locator => page.getByRole('button', { name, exact: true })
export const heading = (page: Page, name: string | RegExp): Locator => page.getByRole('heading', { name })

/** Makes an account through the screens, and accepts what is asked. */
export async function register(page: Page, email: string, name = 'Nora New'): Promise<void> {
  await page.goto('/auth/register')
  await page.getByLabel('Your name').fill(name)
  await page.getByLabel('Email').fill(email)
  await page.locator('input[name="password"]').fill(goodPassword)
  await button(page, 'Create account').click()
}

/** Tries to sign in; what comes of it is for the journey to say. */
export async function login(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/auth/login')
  await page.getByLabel('Email').fill(email)
  await page.locator('input[name="password"]').fill(password)
  await button(page, 'Sign in').click()
}

/** Somebody confirms their address and founds a company, as the set-up does, and works in it from now on. */
export async function found(page: Page, name: string): Promise<{ id: number }> {
  await page.waitForURL('**/company/setup')
  await confirmOwnAddress(page)
  const place = { country_id: 826, language_id: 1, time_zone: 'Europe/London' }
  const company = await call<{ id: number }>(page, 'POST', '/company', { name, ...place })
  await readAgain(page)
  return company
}

/** Follows the link of the mail that confirms the own address. */
export async function confirmOwnAddress(page: Page): Promise<void> {
  const { email } = await call<{ email: string }>(page, 'GET', '/auth/user')
  const link = await linkOfMail(email, 'Confirm your email address')
  await call(page, 'POST', `/action/${link.split('/').at(-1)}`, {})
}

/** The browser learns what changed about its person. */
export async function readAgain(page: Page): Promise<void> {
  const user = await call<object>(page, 'GET', '/auth/user')
  await page.evaluate(user => localStorage.setItem('user', JSON.stringify(user)), user)
}

/** Answers the question for the password that dangerous things begin with. */
export async function answerAgain(page: Page, password: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await dialog.locator('input[name="password"]').fill(password)
  await button(dialog, 'Continue').click()
  await expect(dialog).toHaveCount(0)
}

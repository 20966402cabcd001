/** Companies of one's own for journeys: made through the API, so that the journey itself can begin on its screen. */
import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { ask } from './apiCalls.ts'
import { linkOfMail } from './mails.ts'
import { isInstalled } from './people.ts'

type Session = { user: { id: number; company_id: number | null; ability_rules: object[] }; token: string }
export type Newcomer = Session & { email: string }

export const newcomersPassword = 'a long password for journeys'
const place = { country_id: 826, language_id: 1, time_zone: 'Europe/London' }

let registered = 0

/** Somebody new with an account, who has read the privacy text. */
export async function newcomer(api: APIRequestContext, name: string): Promise<Newcomer> {
  const email = `${name.toLowerCase().replaceAll(' ', '.')}${++registered}.${Date.now()}@example.org`
  const session = await ask<Session>(api, '', 'PUT', '/auth/register', {
    name,
    email,
    password: newcomersPassword,
    time_zone: 'Europe/London',
  })
  const { version } = await ask<{ version: number }>(api, '', 'GET', '/system/legal')
  await ask(api, session.token, 'PUT', '/auth/accept-privacy', { version })
  return { ...session, email }
}

/** Follows the link of the mail that confirms somebody's address. */
export async function confirmAddress(api: APIRequestContext, { email }: Newcomer): Promise<void> {
  const link = await linkOfMail(email, 'Confirm your email address')
  await ask(api, '', 'POST', `/action/${link.split('/').at(-1)}`, {})
}

/** Somebody sets up a company; their session works in it from then on. */
export const setUp = (api: APIRequestContext, { token }: Session, name: string) =>
  ask<{ id: number }>(api, token, 'POST', '/company', { name, ...place })

/** A company of its own, with its manager. */
export async function newCompany(api: APIRequestContext, name: string, manager = 'Boss') {
  const boss = await newcomer(api, manager)
  await confirmAddress(api, boss)
  const company = await setUp(api, boss, name)
  const worker = (name: string) =>
    ask<{ id: number }>(api, boss.token, 'POST', `/company/${company.id}/worker`, {
      name,
      user_name: name.toLowerCase().replaceAll(' ', '.'),
    })
  return { boss, company, worker }
}

/**
 * The card of a worker without an address, on a phone: they choose a PIN and stand before their tasks, with the whole
 * app on the phone.
 */
export async function enrolByPin(
  page: Page,
  api: APIRequestContext,
  { boss, company }: { boss: Session; company: { id: number } },
  worker: { id: number },
  pin: string,
): Promise<void> {
  const path = `/company/${company.id}/user/${worker.id}/enrolment`
  const { address } = await ask<{ address: string }>(api, boss.token, 'POST', path, {})
  await page.goto(new URL(address).pathname)
  await page.locator('input[name="pin"]').fill(pin)
  await page.locator('input[name="pin_again"]').fill(pin)
  await page.locator('button[type="submit"]').click()
  await page.waitForURL('**/tasks')
  await isInstalled(page)
}

/** Opens the app as somebody whose session began elsewhere. */
export async function enterAs(page: Page, api: APIRequestContext, { token }: { token: string }, path: string) {
  const { ability_rules, ...user } = await ask<Session['user']>(api, token, 'GET', '/auth/user')
  await page.goto('/auth/login')
  await page.evaluate(
    ([token, user, rules]) => {
      localStorage.setItem('tend_token', token)
      localStorage.setItem('user', user)
      localStorage.setItem('userAbilityRules', rules)
    },
    [token, JSON.stringify(user), JSON.stringify(ability_rules)] as const,
  )
  await page.goto(path)
}

/** Answers the question that stands before what cannot be taken back. */
export const confirm = (page: Page, question: string, answer: string): Promise<void> =>
  page.getByRole('dialog').filter({ hasText: question }).getByRole('button', { name: answer }).click()

export const row = (page: Page, name: string): Locator => page.getByRole('row').filter({ hasText: name })

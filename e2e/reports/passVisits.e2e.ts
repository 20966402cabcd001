/**
 * The days of an inspector, in English, German and Arabic: a manager issues the pass, the inspector reads and reports a
 * finding on a phone, its task is done, and the inspector sees that, also when they come again with a renewed pass.
 */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { typedDay } from '#shared/lib/parseDay.ts'
import { call } from '../apiCalls.ts'
import { dayIn } from '../days.ts'
import { desktop, errorsOf, expect, expectAccessible, freshPage, phone, test } from '../people.ts'

const manager = 'manager@greenfield.example'

/** A text of the app, as people of a language read it. */
function textsIn(language: string): (key: string) => string {
  const read = (feature: string) =>
    JSON.parse(readFileSync(new URL(`../../web/locales/${language}/${feature}.json`, import.meta.url), 'utf8'))
  return key => {
    const [feature = '', ...path] = key.split('.')
    return path.reduce((part, name) => part[name], read(feature))
  }
}

/** The words before and after the values of a text. */
const around = (text: string) =>
  new RegExp(
    text
      .split(/\{\{\w+\}\}/)
      .map(part => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*'),
  )

/** Of the address that the page of a pass shows. */
const pathShown = async (page: Page) =>
  new URL((await page.getByText(/\/pass\/\d+\/[\w-]{43}$/).textContent()) ?? '').pathname

const expectNoSideways = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)

for (const language of ['en', 'de', 'ar'] as const)
  test(`the day of an inspector and the follow-up, ${language}`, async ({ signIn, browser, baseURL }, info) => {
    const t = textsIn(language)
    const page = await signIn(manager, { ...desktop, language, at: '/company/passes' })
    const holder = `Dr Weber ${language} ${info.repeatEachIndex}.${info.retry}`
    const dayAs = (days: number) => typedDay(dayIn(days), language)
    await page
      .getByRole('button', { name: t('passes.add') })
      .first()
      .click()
    const sheet = page.getByRole('dialog', { name: t('passes.add') })
    await sheet.getByRole('textbox', { name: t('passes.holderName') }).fill(holder)
    await sheet.getByRole('textbox', { name: t('passes.endDay'), exact: true }).fill(dayAs(3))
    await sheet.getByRole('button', { name: t('passes.make') }).click()
    await expect(page.getByRole('heading', { level: 1, name: holder })).toBeVisible()
    const first = await pathShown(page)
    const [, id] = /\/pass\/(\d+)\//.exec(first) ?? []

    const inspector = await freshPage(browser, baseURL, { ...phone, locale: language })
    const complaints = errorsOf(inspector)
    await inspector.goto(first)
    await expect(inspector.getByRole('heading', { level: 1, name: around(t('passes.visit.title')) })).toBeVisible()
    await expect(inspector.locator('html')).toHaveAttribute('lang', language)
    await expectAccessible(inspector)
    await inspector.getByRole('main').getByRole('listitem').getByRole('link').first().click()
    await inspector.getByRole('button', { name: t('passes.written.add') }).click()
    const form = inspector.getByRole('form', { name: t('passes.written.add') })
    const words = `The ramp is slippery ${holder}`
    await form.getByRole('textbox', { name: t('passes.written.text') }).fill(words)
    await form.getByRole('textbox', { name: t('passes.written.due') }).fill(dayAs(2))
    await expectAccessible(inspector)
    await form.getByRole('button', { name: t('passes.written.report') }).click()
    await expect(form).toBeHidden()
    await inspector.goto(`${first}#written`)
    const finding = inspector.getByRole('listitem').filter({ hasText: words })
    await expect(finding.getByText(t('passes.written.states.open'), { exact: true })).toBeVisible()
    await expectNoSideways(inspector)

    await page.reload()
    await expect(page.getByText(words).first()).toBeVisible()
    const written = await call<{ findings: { text: string; sent_task_id: number }[] }>(
      page,
      'GET',
      `/pass/${id}/written`,
    )
    const task = written.findings.find(({ text }) => text === words)?.sent_task_id
    await page.goto(`/tasks/${task}`)
    await expect(page.getByRole('heading', { level: 1, name: words })).toBeVisible()
    await call(page, 'POST', `/task/sent/${task}/complete`, { note: 'Sand on it' })

    await inspector.reload()
    await expect(finding.getByText(t('passes.written.states.done'), { exact: true }).first()).toBeVisible()
    await expect(finding.getByText('Sand on it')).toBeVisible()
    await inspector.goto(first)
    await expect(inspector.getByRole('region', { name: t('passes.visit.counts') })).toBeVisible()
    await expect(inspector.getByRole('region', { name: t('passes.visit.since.title') })).toHaveCount(0)

    await page.goto(`/company/passes/${id}`)
    await page.getByRole('button', { name: t('passes.renew') }).click()
    const renewing = page.getByRole('dialog', { name: t('passes.renew') })
    await expect(renewing.getByRole('textbox', { name: t('passes.holderName') })).toHaveValue(holder)
    await expectAccessible(page)
    await renewing.getByRole('button', { name: t('passes.make') }).click()
    await expect(page.getByRole('link', { name: t('passes.earlier') })).toBeVisible()
    await inspector.goto(await pathShown(page))
    const earlier = inspector.getByRole('region', { name: t('passes.visit.earlier.title') })
    const again = earlier.getByRole('listitem').filter({ hasText: words })
    await expect(again.getByText(t('passes.written.states.done'), { exact: true })).toBeVisible()
    await expect(inspector.getByRole('region', { name: t('passes.visit.since.title') })).toBeVisible()
    await expectAccessible(inspector)
    await expectNoSideways(inspector)
    expect(complaints).toEqual([])
    await inspector.context().close()
  })

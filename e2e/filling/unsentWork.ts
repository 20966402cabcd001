/**
 * Work that is on one phone alone: a worker of a company of its own completed a form without signal and left another
 * half done.
 */
import { readFile } from 'node:fs/promises'
import type { APIRequestContext, Download, Page } from '@playwright/test'
import { unzipSync } from 'fflate'
import { ask } from '../apiCalls.ts'
import { enrolByPin, newCompany } from '../companySteps.ts'
import { expect } from '../people.ts'

export const pin = '508213'
export const yes = (page: Page) => page.getByRole('group', { name: 'Is all well?' }).getByLabel('Yes', { exact: true })

export const roundDefinition = {
  ...{ schema: 1, default_language: 'en' },
  sections: [
    { id: 'all', title: { en: 'All' }, questions: [{ type: 'yes_no', id: 'well', label: { en: 'Is all well?' } }] },
  ],
}

/** A form of a company of its own that asks one question. */
export async function companyWithForm(api: APIRequestContext, name: string) {
  const own = await newCompany(api, name)
  const form = await ask<{ id: number }>(api, own.boss.token, 'POST', '/form', {
    name: { en: 'Round' },
    definition: roundDefinition,
  })
  await ask(api, own.boss.token, 'POST', `/form/${form.id}/publish`, {})
  return { ...own, form }
}

/** How many copies of forms are on the device, of all who use it: they come behind what is seen. */
export const formsHere = (page: Page) =>
  page.evaluate(async () => {
    const ended = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    let found = 0
    for (const { name = '' } of await indexedDB.databases()) {
      if (!/^tend-[1-9]\d*$/.test(name)) continue
      const database = await ended(indexedDB.open(name))
      if (database.objectStoreNames.contains('forms'))
        found += await ended(database.transaction('forms').objectStore('forms').count())
      database.close()
    }
    return found
  })

/**
 * Answers the one question and completes the form; it is on the phone alone, because `cut` cuts that off from the
 * server.
 */
export async function completeRound(
  page: Page,
  form: { id: number },
  cut: () => Promise<unknown> = () => page.context().setOffline(true),
): Promise<string> {
  await page.goto(`/submission/filling/new?form=${form.id}`)
  await yes(page).check()
  await cut()
  await page.getByRole('button', { name: 'Finish' }).click()
  await page.getByRole('button', { name: 'Complete', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Done. Your answers are safe on this phone.' })).toBeVisible()
  return page.url().match(/[0-9a-f-]{36}/)?.[0] ?? ''
}

/**
 * Anna, a worker with a PIN, completed one form without signal and has another half done. The phone is still without
 * signal.
 */
export async function unsentWork(api: APIRequestContext, page: Page) {
  const { boss, company, worker, form } = await companyWithForm(api, 'Short-lived farm')
  const anna = await worker('Anna')
  await enrolByPin(page, api, { boss, company }, anna, pin)
  const uuid = await completeRound(page, form)
  const token = await page.evaluate(() => localStorage.getItem('tend_token') ?? '')
  return { boss, company, form, anna, uuid, token }
}

/** The forms of a copy that was saved, and where it lies. */
export async function formsOf(saving: Promise<Download>) {
  const path = await (await saving).path()
  const files = Object.entries(unzipSync(await readFile(path)))
  const forms = files
    .filter(([name]) => name.endsWith('answers.json'))
    .map(([, content]) => JSON.parse(new TextDecoder().decode(content)))
  return { path, forms }
}

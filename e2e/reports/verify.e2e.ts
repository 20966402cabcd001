/**
 * Whether a PDF is as it was sealed: made with progress, kept, and checked without an account by its code, its file,
 * and a file with one byte less.
 */
import { readFile } from 'node:fs/promises'
import { extractText, getDocumentProxy } from 'unpdf'
import { call } from '../apiCalls.ts'
import { desktop, expect, expectAccessible, freshPage, phone, test } from '../people.ts'

const manager = 'manager@greenfield.example'

test('a report’s PDF is made, its holder reads that it is intact, and a changed file is recognised', async ({
  signIn,
  browser,
  baseURL,
}) => {
  const page = await signIn(manager, desktop)
  const [report] = await call<{ id: number }[]>(page, 'GET', '/report')
  const saving = page.waitForEvent('download')
  await page.goto(`/reports/export/pdf/${report?.id}`)
  const content = await readFile(await (await saving).path())
  await expect(page.getByText('The PDF is ready.')).toBeVisible()
  const kept = page.getByRole('region', { name: 'Your PDFs' }).getByRole('listitem')
  await expect(kept.first()).toBeVisible()
  await expectAccessible(page)
  const again = page.waitForEvent('download')
  await kept
    .first()
    .getByRole('button', { name: /^Download / })
    .click()
  expect((await readFile(await (await again).path())).equals(content)).toBe(true)

  const { text } = await extractText(await getDocumentProxy(new Uint8Array(content)), { mergePages: true })
  const [, token] = /\/verify\/([\w-]{22})/.exec(text.replace(/\s/g, '')) ?? []
  const visitor = await freshPage(browser, baseURL, { ...phone, locale: 'en-GB' })
  await visitor.goto(`/verify/${token}`)
  await expect(visitor.getByText(/^Unchanged\./)).toBeVisible()
  const choose = async (buffer: Buffer) => {
    const choosing = visitor.waitForEvent('filechooser')
    await visitor.getByRole('button', { name: 'Choose a PDF' }).click()
    await (await choosing).setFiles({ name: 'report.pdf', mimeType: 'application/pdf', buffer })
  }
  await choose(content)
  await expect(visitor.getByText('report.pdf is the file that was signed.')).toBeVisible()
  await expectAccessible(visitor)
  await choose(content.subarray(0, -1))
  await expect(visitor.getByText(/^report\.pdf is not the file that was sealed/)).toBeVisible()

  await visitor.goto('/verify')
  await choose(content.subarray(0, -1))
  await expect(visitor.getByText(/^This file is not a signed document\./)).toBeVisible()
  await choose(content)
  await expect(visitor.getByText(/^Unchanged\./)).toBeVisible()
  await visitor.context().close()

  const reader = await freshPage(browser, baseURL, { ...phone, locale: 'ar' })
  await reader.goto(`/verify/${token}`)
  await expect(reader.getByText(/^سليم\./)).toBeVisible()
  await expectAccessible(reader)
  expect(await reader.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await reader.context().close()
})

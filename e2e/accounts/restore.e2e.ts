/** A new tend is given the backup of another one, whose folder is gone. */
import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { button, goodPassword, heading, newAddress } from '../accountSteps.ts'
import { call } from '../apiCalls.ts'
import { startEmpty } from '../demoServer.ts'
import { expect, expectAccessible, freshPage, phone, test } from '../people.ts'

test('what was backed up is restored on the first page of a new tend, from the folder of a computer', {
  tag: '@long',
}, async ({ browser }) => {
  const backups = mkdtempSync(join(tmpdir(), 'tend-restored-'))
  const email = newAddress('olga')
  const before = await startEmpty({ BACKUP_DIR: backups, BACKUP_DRILL: 'off' })
  try {
    const page = await freshPage(browser, before.address)
    await page.goto(before.first)
    await page.getByLabel('Your name').fill('Olga Owner')
    await page.getByLabel('Email').fill(email)
    await page.locator('input[name="password"]').fill(goodPassword)
    await button(page, 'Create account').click()
    await expect(heading(page, /./).first()).toBeVisible()
    await page.waitForURL(url => !url.pathname.startsWith('/auth'))
    const place = { country_id: 826, language_id: 1, time_zone: 'Europe/London' }
    await call(page, 'POST', '/company', { name: 'Green Valley', ...place })
    await call(page, 'POST', '/system/backup', {})
    const manifests = () => globSync('*/manifest.json', { cwd: backups })
    await expect.poll(manifests, { timeout: 120_000 }).toHaveLength(1)
    await page.context().close()
  } finally {
    await before.stop()
  }

  const after = await startEmpty()
  try {
    const page = await freshPage(browser, after.address, phone)
    await page.goto(after.first)
    await button(page, 'Restore from a backup').click()
    await expect(page.getByText('There is no backup here.')).toBeVisible()
    await expectAccessible(page)
    await page.getByText('On this computer').click()
    const chooser = page.waitForEvent('filechooser')
    await button(page, 'Choose a folder').click()
    await (await chooser).setFiles(backups)
    await button(page, 'Upload 1 MB').click()
    await expect(page.getByText('Companies: 1 · People: 1')).toBeVisible()
    await expectAccessible(page)
    await button(page, 'Restore').click()
    await expect(page.getByText('Your backup is restored')).toBeVisible({ timeout: 120_000 })
    await expect(page.getByText('Companies: 1 · People: 1')).toBeVisible()
    await expectAccessible(page)
    await page.getByLabel('Email').fill(email)
    await page.locator('input[name="password"]').fill(goodPassword)
    await button(page, 'Sign in').click()
    await page.waitForURL(url => !url.pathname.startsWith('/auth'))
    expect(JSON.stringify(await call(page, 'GET', '/company'))).toContain('Green Valley')
    await page.context().close()
  } finally {
    await after.stop()
    rmSync(backups, { recursive: true, force: true })
  }
})

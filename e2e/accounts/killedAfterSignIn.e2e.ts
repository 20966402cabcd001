/** A browser that is killed, whole and at once, right after somebody signed in: they are signed in all the same. */
import type { Page } from '@playwright/test'
import { demoPassword } from '../demoServer.ts'
import { Machine } from '../filling/faults/machine.ts'
import { expect, test } from '../people.ts'

/** Whether the key of whoever is signed in is on the device. */
const keyIsKept = (page: Page) =>
  page.evaluate(async () => {
    const ended = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const names = (await indexedDB.databases()).flatMap(({ name }) => (name?.startsWith('tend-key-') ? [name] : []))
    const databases = await Promise.all(names.map(name => ended(indexedDB.open(name))))
    try {
      const counts = databases.map(async database =>
        database.objectStoreNames.contains('key')
          ? ended(database.transaction('key').objectStore('key').count('own'))
          : 0,
      )
      return (await Promise.all(counts)).includes(1)
    } finally {
      for (const database of databases) database.close()
    }
  })

test('a kill right after sign-in keeps the session, also where the browser had not written local storage yet', async ({
  baseURL,
}, info) => {
  const machine = await Machine.start()
  try {
    let isLost = false
    // Browsers write local storage when they find the time; one that had done so already would prove nothing.
    for (let tries = 1; tries <= 4 && !isLost; tries++) {
      let page = await machine.newPage()
      await page.goto(`${baseURL}/auth/login`)
      await page.locator('input[autocomplete^="username"]').fill('worker2@greenfield.example')
      await page.locator('input[autocomplete="current-password"]').fill(demoPassword)
      await page.locator('button[type="submit"]').click()
      await page.waitForURL('**/tasks', { waitUntil: 'commit' })
      await expect.poll(() => keyIsKept(page).catch(() => false)).toBe(true)
      await machine.kill()
      await machine.restart()
      page = await machine.newPage()
      const asked: string[] = []
      page.on('request', request => request.url().includes('/me/device-key') && asked.push(request.url()))
      // No script of the app runs here.
      await page.goto(`${baseURL}/manifest.webmanifest`)
      isLost = await page.evaluate(() => localStorage.getItem('tend_token') === null)
      await page.goto(`${baseURL}/tasks`)
      await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible({ timeout: 60_000 })
      expect(await page.evaluate(() => localStorage.getItem('tend_token'))).toBeTruthy()
      // What opens their work was not taken for somebody else's. Nobody asks the server for it again.
      expect(await keyIsKept(page)).toBe(true)
      expect(asked).toEqual([])
      // Pictures are asked for with a cookie, which was lost too.
      await expect
        .poll(() => page.evaluate(async () => (await fetch('/storage/nothing-by-this-name')).status))
        .not.toBe(401)
      await page.goto(`${baseURL}/auth/logout`)
      await page.waitForURL('**/auth/login')
      await page.close()
    }
    info.annotations.push({ type: 'local storage', description: isLost ? 'was lost' : 'was written in time' })
  } finally {
    await machine.close()
  }
})

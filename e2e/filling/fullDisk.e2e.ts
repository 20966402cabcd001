/**
 * A device that is really full: the browser's profile lies on a small file system of its own, which is filled to the
 * last block while a form is open. Where none may be mounted, the browser's own quota stands for it, which it never
 * drops anything for.
 */
import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { demoPassword } from '../demoServer.ts'
import { expect, isInstalled, test } from '../people.ts'
import { Machine } from './faults/machine.ts'
import { beginPenCheck, choose, onServer, photo, question } from './penCheck.ts'

const mebibyte = 2 ** 20

/** A file system of so many mebibytes; undefined where nobody may mount one. */
function smallDisk(size: number): { folder: string; close: () => void } | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'tend-disk-'))
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}m`, 'tmpfs', folder])
  if (status !== 0) {
    rmdirSync(folder)
    return undefined
  }
  return {
    folder,
    close: () => {
      spawnSync('umount', ['-l', folder])
      rmdirSync(folder)
    },
  }
}

/**
 * Fills what is left of a file system, to the last block, and again as soon as something was freed; gives what frees
 * it.
 */
function fill(folder: string): () => void {
  const path = join(folder, 'filling')
  const file = openSync(path, 'w')
  const more = () => {
    for (const size of [mebibyte, 4096])
      try {
        while (writeSync(file, Buffer.alloc(size, 65)) === size);
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
      }
  }
  more()
  const timer = setInterval(more, 50)
  return () => {
    clearInterval(timer)
    closeSync(file)
    rmSync(path)
  }
}

/** Notes whenever "Saved" stands beside the word that this device does not save, from now on. */
const watchSigns = (page: Page) =>
  page.evaluate(() => {
    const lies: string[] = []
    const look = () => {
      const texts = [...document.querySelectorAll('[role="status"], [role="alert"]')].map(one => one.textContent ?? '')
      const isSaved = texts.some(text => /^Saved \d/.test(text))
      const isNotSaved = /phone is full|could not be saved/.test(document.body.innerText)
      if (isSaved && isNotSaved) lies.push(texts.join(' | '))
    }
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true })
    Object.assign(window, { lies })
  })

test('on a full disk the sign never says saved, a copy can be saved, and with room again all of it is kept', async ({
  baseURL,
}, info) => {
  const disk = smallDisk(160)
  info.annotations.push({ type: 'disk', description: disk ? 'full for real' : 'the quota stands for it' })
  const machine = await Machine.start(disk?.folder)
  try {
    const address = baseURL ?? ''
    let page = await machine.newPage()
    const go = (path: string) => page.goto(`${address}${path}`)
    await go('/auth/login')
    await page.locator('input[autocomplete^="username"]').fill('worker2@greenfield.example')
    await page.locator('input[autocomplete="current-password"]').fill(demoPassword)
    await page.locator('button[type="submit"]').click()
    await page.waitForURL('**/tasks')
    await isInstalled(page)
    const uuid = await beginPenCheck(page, address)
    await choose(page, 'Was every animal seen?', 'Yes')
    await choose(page, 'Are there dead or badly injured animals?', 'No')
    await expect(page.getByText(/^Saved \d/)).toBeVisible()
    await watchSigns(page)
    // Nothing reaches the server either: what is on the screen is on the screen alone.
    await machine.device.setOffline(true)

    const session = await machine.device.newCDPSession(page)
    const quota = (quotaSize?: number) =>
      session.send('Storage.overrideQuotaForOrigin', { origin: address, ...(quotaSize && { quotaSize }) })
    const free = disk ? fill(disk.folder) : undefined
    if (disk) expect(statfsSync(disk.folder).bavail).toBe(0)
    else await quota(1)
    const ill = question(page, 'Does any animal look ill or lame?')
    await choose(page, 'Does any animal look ill or lame?', 'Yes')
    await ill.locator('input[type=file]').setInputFiles(photo('ewe.png'))
    const notice = page.getByText(/phone is full|could not be saved/)
    // Small words find room that the browser had set aside; sooner or later they do not.
    const said: string[] = []
    await expect(async () => {
      said.push(`Ewe ${said.length} limps. `.repeat(200).slice(0, 4_000))
      await ill.getByLabel('Note').fill(said.at(-1) ?? '')
      await expect(notice).toBeVisible({ timeout: 1_000 })
    }).toPass({ timeout: 60_000 })
    await expect(page.getByText(/^Saved \d/)).toHaveCount(0)
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save a copy' }).click()
    expect((await saving).suggestedFilename()).toMatch(/^tend .*\.zip$/)

    if (free) free()
    else await quota()
    await expect(notice).toHaveCount(0, { timeout: 60_000 })
    await expect(page.getByText(/^Saved \d/)).toBeVisible()
    expect(await page.evaluate(() => (window as unknown as { lies: string[] }).lies)).toEqual([])

    // It is on the disk: a kill of the whole browser costs nothing of it.
    await machine.kill()
    await machine.restart()
    page = await machine.newPage()
    await go(`/submission/filling/${uuid}`)
    const again = question(page, 'Does any animal look ill or lame?')
    await expect(again.getByLabel('Note')).toHaveValue(said.at(-1) ?? '')
    await expect(again.locator('img')).toHaveCount(1)
    for (const [name, answer] of [
      ['Was every animal seen?', 'Yes'],
      ['Are there dead or badly injured animals?', 'No'],
    ] as const)
      await expect(question(page, name).getByLabel(answer, { exact: true })).toBeChecked()
    await expect
      .poll(async () => (await onServer(page, uuid))[0]?.answers?.ill_or_lame?.note, { timeout: 60_000 })
      .toBe(said.at(-1))
  } catch (error) {
    console.log(await machine.report())
    throw error
  } finally {
    await machine.close()
    disk?.close()
  }
})

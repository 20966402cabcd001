import { existsSync, mkdtempSync, renameSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import chromium from '@sparticuz/chromium'

/** The browser that comes as an npm package, or the system's where CHROMIUM_PATH names it. */
export const browserPath = async (): Promise<string> => process.env.CHROMIUM_PATH ?? (await ownBrowser())

/**
 * The package unpacks into the folder for temporary files, once for each user: what one user unpacked, another may not
 * start. The folder gets its name when all is in it, because a process that ends halfway leaves half a browser.
 */
async function ownBrowser(): Promise<string> {
  const folder = join(tmpdir(), `tend-browser-${process.getuid?.() ?? 'own'}`)
  const path = join(folder, 'chromium')
  if (existsSync(path)) return path
  const unpacking = mkdtempSync(`${folder}-`)
  const { TMPDIR } = process.env
  process.env.TMPDIR = unpacking
  try {
    await chromium.executablePath()
    renameSync(unpacking, folder)
  } catch (error) {
    rmSync(unpacking, { recursive: true, force: true })
    // Another process was first.
    if (!existsSync(path)) throw error
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
  }
  return path
}

/**
 * Where what processes of a browser share is kept in memory: on a disk each of a page's hundred answers makes and
 * deletes a file, which is a fifth of what a new page costs. A container with the usual 64 MB would lose its tabs for
 * it.
 */
const sharesInMemory = freeBytes('/dev/shm') > 1_000_000_000
const onDisk = '--disable-dev-shm-usage'

function freeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return 0
  }
}

/** What a browser needs to run as root and without a screen, and to leave the network alone. */
export const browserSwitches = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  ...(sharesInMemory ? [] : [onDisk]),
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** How Playwright starts the browser. */
export const browserLaunch = async () => ({
  executablePath: await browserPath(),
  args: browserSwitches,
  // Playwright adds it by itself.
  ignoreDefaultArgs: sharesInMemory ? [onDisk] : [],
})

import { mkdirSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import chromium from '@sparticuz/chromium'

/** The browser that comes as an npm package, or the system's where CHROMIUM_PATH names it. */
export const browserPath = async (): Promise<string> => process.env.CHROMIUM_PATH ?? (await ownBrowser())

/**
 * The package unpacks into the folder for temporary files, and once only: what one user unpacked, another may not
 * start.
 */
async function ownBrowser(): Promise<string> {
  const folder = join(tmpdir(), `tend-browser-${process.getuid?.() ?? 'own'}`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const { TMPDIR } = process.env
  process.env.TMPDIR = folder
  try {
    return await chromium.executablePath()
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
  }
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

/** A flipped byte anywhere in a pack is named by its own page, without a network, in all three engines. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from '@playwright/test'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { browserLaunch } from '../../../e2e/browser.ts'
import { missingForFirefox, startFirefox } from '../../../e2e/engines/firefox.ts'
import { missingForWebKit, startWebKit } from '../../../e2e/engines/webKit.ts'
import { stopRenderers } from '../../lib/pdf/render.ts'
import { packedFarm, packOf } from '../../test/packs.ts'

type Chosen = { choose(path: string): Promise<void>; said(): Promise<string> }
type Opened = Chosen & { stop(): Promise<void> }

let folder: string
let zip: Buffer
let files: Record<string, Uint8Array>

beforeAll(async () => {
  zip = (await packOf(await packedFarm())).zip
  files = unzipSync(zip)
  folder = await mkdtemp(join(tmpdir(), 'tend-pack-'))
  await writeFile(join(folder, 'verify.html'), files['verify.html'] ?? '')
  await writeFile(join(folder, 'good.zip'), zip)
}, 120_000)
afterAll(async () => {
  await stopRenderers()
  if (folder) await rm(folder, { recursive: true, force: true })
})

const page = () => pathToFileURL(join(folder, 'verify.html')).href

async function inChromium(): Promise<Opened> {
  const browser = await chromium.launch(await browserLaunch())
  const tab = await (await browser.newContext({ offline: true, locale: 'en-GB' })).newPage()
  await tab.goto(page())
  return {
    choose: path => tab.locator('input[type=file]').first().setInputFiles(path),
    said: async () => (await tab.locator('#result').textContent()) ?? '',
    stop: () => browser.close(),
  }
}

const inEngine = (start: typeof startFirefox) => async (): Promise<Opened> => {
  const { page: tab, stop } = await start(page())
  await tab.open('verify.html')
  return {
    choose: path => tab.attach('input[type=file]:not([webkitdirectory])', path),
    said: () => tab.evaluate(() => document.getElementById('result')?.textContent ?? ''),
    stop,
  }
}

const engines = {
  chromium: { missing: undefined, open: inChromium },
  firefox: { missing: missingForFirefox(), open: inEngine(startFirefox) },
  webkit: { missing: missingForWebKit(), open: inEngine(startWebKit) },
}

/** Where each file has its header and its content in the ZIP, as the list says. */
function entries(): Map<string, { header: number; content: number; size: number }> {
  const found = new Map<string, { header: number; content: number; size: number }>()
  let at = zip.readUInt32LE(zip.length - 6)
  while (zip.readUInt32LE(at) === 0x02014b50) {
    const name = zip.readUInt16LE(at + 28)
    const header = zip.readUInt32LE(at + 42)
    found.set(zip.toString('utf8', at + 46, at + 46 + name), {
      ...{ header, content: header + 30 + name, size: zip.readUInt32LE(at + 20) },
    })
    at += 46 + name
  }
  return found
}

/** One place in each kind of file, in the bytes around one, in the list, and in the end. */
function places(): { at: number; named: string }[] {
  const all = entries()
  const inside = [...all].map(([path, { content, size }]) => ({
    at: content + Math.floor(size / 2),
    // A manifest that is still well written does not match its signature.
    named: path === 'manifest.json' ? 'manifest' : path,
  }))
  const list = zip.readUInt32LE(zip.length - 6)
  const atEnd = 'The list at the end of the ZIP was changed.'
  return [
    ...inside,
    // Its checksum, in front of the file.
    { at: (all.get('pass.json')?.header ?? 0) + 14, named: 'The ZIP around pass.json was changed.' },
    ...[list, list + 4, zip.length - 12, zip.length - 22].map(at => ({ at, named: atEnd })),
  ]
}

describe.each(Object.entries(engines))('%s', (name, { missing, open }) => {
  test.skipIf(missing !== undefined)(
    `one flipped byte in each kind of file and between them is named${missing ? ` (${missing})` : ''}`,
    { timeout: 300_000 },
    async () => {
      const opened = await open()
      try {
        await opened.choose(join(folder, 'good.zip'))
        await vi.waitFor(async () => expect(await opened.said()).toContain('Unchanged'), { timeout: 60_000 })
        for (const [index, { at, named }] of places().entries()) {
          const changed = Buffer.from(zip)
          changed[at] = (changed[at] ?? 0) ^ 1
          const path = join(folder, `${name}-${index}.zip`)
          await writeFile(path, changed)
          await opened.choose(path)
          await vi.waitFor(async () => expect(await opened.said(), `byte ${at}`).toContain(named), { timeout: 30_000 })
          expect(await opened.said(), named).toContain('✕')
        }
      } finally {
        await opened.stop()
      }
    },
  )
})

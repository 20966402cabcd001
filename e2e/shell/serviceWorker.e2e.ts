/** A new version of the app arrives while pages of the old one are open. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname } from 'node:path'
import { expect, test } from '@playwright/test'

test.use({ serviceWorkers: 'allow' })

const dist = new URL('../../web/dist', import.meta.url).pathname
const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }
const lostFile = /"(\/assets\/OutboxPage-[^"]+\.js)":"[^"]+",?/

/** Serves the built app, and later one that has another name and lacks a file. */
async function serveVersions() {
  const worker = readFileSync(`${dist}/service-worker.js`, 'utf8')
  const [, lost = ''] = lostFile.exec(worker) ?? []
  let isNew = false
  let answered = 0
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    answered++
    if (isNew && pathname === lost) return response.writeHead(404).end()
    const path = extname(pathname) ? pathname : '/index.html'
    try {
      const content = isNew && path === '/service-worker.js' ? next(worker) : readFileSync(dist + path)
      response.writeHead(200, { 'content-type': types[extname(path)] ?? 'application/octet-stream' }).end(content)
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lost,
    answered: () => answered,
    update: () => {
      isNew = true
    },
    close: () => server.close(),
  }
}

const next = (worker: string) => worker.replace(/"version":"/, '"version":"next-').replace(lostFile, '')

test('a new version waits until it is let in, and pages of the old one go on finding their files', async ({ page }) => {
  const app = await serveVersions()
  await page.goto(`${app.address}/auth/login`)
  const atFirst = app.answered()
  await page.evaluate(async () => {
    const controlled = new Promise(resolve => {
      navigator.serviceWorker.oncontrollerchange = resolve
    })
    await navigator.serviceWorker.register('/service-worker.js')
    await controlled
  })
  // The whole app in few requests: over a weak signal each of a thousand files would cost its way there and back.
  expect(app.answered() - atFirst).toBeLessThan(60)
  const unpacked = await page.evaluate(async path => {
    const file = await caches.match(path)
    return { type: file?.headers.get('content-type'), text: await file?.text() }
  }, app.lost)
  expect(unpacked).toEqual({ type: 'text/javascript; charset=utf-8', text: readFileSync(dist + app.lost, 'utf8') })
  app.update()
  const status = (path: string) => page.evaluate(async address => (await fetch(address)).status, path)
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    await registration.update()
    const { installing } = registration
    if (installing) await new Promise(resolve => installing.addEventListener('statechange', resolve, { once: true }))
  })
  const waiting = () => page.evaluate(async () => (await navigator.serviceWorker.ready).waiting?.state)
  const versions = () => page.evaluate(async () => (await caches.keys()).filter(name => name.startsWith('tend-app-')))
  expect(await waiting()).toBe('installed')
  const [first, second] = await versions()
  await page.evaluate(async () => {
    const taken = new Promise(resolve => {
      navigator.serviceWorker.oncontrollerchange = resolve
    })
    ;(await navigator.serviceWorker.ready).waiting?.postMessage({ type: 'SKIP_WAITING' })
    await taken
  })
  expect(await waiting()).toBeUndefined()
  expect(await versions()).toEqual([first, second])
  expect(await status(app.lost)).toBe(200)
  expect((await page.request.get(app.address + app.lost)).status()).toBe(404)
  await page.close()
  app.close()
})

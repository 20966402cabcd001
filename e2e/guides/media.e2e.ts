/**
 * A guide with a picture, a file and a film: its film plays from any moment, and without signal what was copied is
 * there.
 */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { call } from '../apiCalls.ts'
import { desktop, expect, hasCopies, phone, test } from '../people.ts'
import { filmOf } from './film.ts'

test.use({ serviceWorkers: 'allow' })

const picture = readFileSync(new URL('../../web/public/icons/icon-192.png', import.meta.url))

/** Sends a file as the editor does; its path in the store. */
async function send(page: Page, name: string, type: string, content: Buffer): Promise<string> {
  return page.evaluate(
    async ({ name, type, content }) => {
      const body = new FormData()
      body.append('file', new File([Uint8Array.from(atob(content), sign => sign.charCodeAt(0))], name, { type }))
      const headers = { Authorization: `Bearer ${localStorage.getItem('tend_token')}` }
      const response = await fetch('/api/file', { method: 'POST', body, headers })
      if (!response.ok) throw new Error(await response.text())
      return ((await response.json()) as { data: { path: string } }).data.path
    },
    { name, type, content: content.toString('base64') },
  )
}

test('a film is gone through by its parts; without signal the picture and the file of a guide are there', async ({
  signIn,
}) => {
  const boss = await signIn('manager@greenfield.example', desktop)
  const film = await filmOf(boss, { seconds: 8 })
  expect(film.length).toBeGreaterThan(1_500_000)
  const paths = [
    await send(boss, 'trough.png', 'image/png', picture),
    await send(boss, 'rules.txt', 'text/plain', Buffer.from('Shut the gate.')),
    await send(boss, 'gate.webm', 'video/webm', film),
  ]
  const title = `Gates on film ${test.info().retry} ${Date.now()}`
  const body = `Look closely.\n\n![The trough](/storage/${paths[0]})\n\n[rules.txt](/storage/${paths[1]})\n\n[gate.webm](/storage/${paths[2]})`
  const made = { title: { en: title }, body: { en: body }, default_language: 'en', must_read: true }
  const { id } = await call<{ id: number }>(boss, 'POST', '/guide', made)
  await call(boss, 'POST', `/guide/${id}/publish`, {})

  const hand = await signIn('worker@greenfield.example', { ...phone, at: `/guides/${id}` })
  const parts: { from: number; status: number }[] = []
  hand.on('response', response => {
    const [, from] = /^bytes=(\d+)-/.exec(response.request().headers().range ?? '') ?? []
    if (from !== undefined && response.url().endsWith('.webm'))
      parts.push({ from: Number(from), status: response.status() })
  })
  const video = hand.getByLabel('gate.webm')
  await expect.poll(() => video.evaluate((node: HTMLVideoElement) => node.duration)).toBeGreaterThan(7)
  const reached = await video.evaluate(
    (node: HTMLVideoElement) =>
      new Promise<number>(resolve => {
        node.addEventListener('seeked', () => resolve(node.currentTime), { once: true })
        node.currentTime = 6.5
      }),
  )
  expect(reached).toBeCloseTo(6.5, 1)
  // Not by reading everything before it.
  expect(parts.some(({ from, status }) => from > film.length / 2 && status === 206)).toBe(true)

  const copied = hasCopies(hand)
  const kept = hand.waitForResponse(answer => answer.url().endsWith(paths[1] ?? ''), { timeout: 90_000 })
  await hand.goto('/guides')
  await (await kept).finished()
  await copied
  await hand.context().setOffline(true)
  await hand.goto(`/guides/${id}`)
  await expect(hand.getByText('Look closely.')).toBeVisible()
  const trough = hand.getByRole('img', { name: 'The trough' })
  await expect.poll(() => trough.evaluate((node: HTMLImageElement) => node.naturalWidth)).toBe(192)
  await expect(hand.getByRole('link', { name: 'rules.txt' })).toHaveAttribute('href', /^blob:/)
  await hand.context().setOffline(false)
})

/** How the built app goes over the wire. */
import { expect, test } from '@playwright/test'

test('the app goes out as it was compressed once, and plain to who asks for that', async ({ request }) => {
  const page = await request.get('/')
  const [largest] = await Promise.all(
    [...(await page.text()).matchAll(/"(\/assets\/[^"]+\.(?:js|css))"/g)].map(async ([, path = '']) => ({
      path,
      size: (await (await request.get(path)).body()).length,
    })),
  ).then(files => files.sort((one, other) => other.size - one.size))
  if (!largest) throw new Error('The page names no file of its own.')
  const sentAs = async (encoding: string) => {
    const answer = await request.fetch(largest.path, { method: 'HEAD', headers: { 'accept-encoding': encoding } })
    const { 'content-encoding': sent, 'content-length': length, vary } = answer.headers()
    expect(vary).toMatch(/accept-encoding/i)
    return { sent, length: Number(length) }
  }
  expect(await sentAs('identity')).toEqual({ sent: undefined, length: largest.size })
  for (const encoding of ['br', 'gzip']) {
    const { sent, length } = await sentAs(encoding)
    expect(sent).toBe(encoding)
    expect(length).toBeLessThan(largest.size / 2)
  }
})

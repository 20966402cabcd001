import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { processorTime } from '#testing/processorTime.ts'
import { answerFromMemory } from './staticCache.ts'

/** A folder with one script, compressed in two ways, before a server that says what it was asked for itself. */
function serveFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'tend-kept-'))
  mkdirSync(join(folder, 'assets'))
  for (const ending of ['', '.br', '.gz']) writeFileSync(join(folder, `assets/app-1a.js${ending}`), `script${ending}`)
  const app = fastify()
  app.get('/*', { preHandler: answerFromMemory(folder) }, request => `streamed ${request.url}`)
  onTestFinished(async () => {
    await app.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const get = async (url: string, headers: Record<string, string>) => {
    const { body, statusCode, headers: said } = await app.inject({ url, headers })
    return { body, statusCode, ...said }
  }
  return { folder, get }
}

const all = { 'accept-encoding': 'gzip, deflate, br, zstd' }

test('a script is sent as it was compressed, with headers for caching', async () => {
  const { get, folder } = serveFolder()
  const first = await get('/assets/app-1a.js', all)
  expect(first).toMatchObject({
    ...{ body: 'script.br', statusCode: 200, 'content-encoding': 'br', vary: 'accept-encoding' },
    'content-type': 'application/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  expect(await get('/assets/app-1a.js', { ...all, 'if-none-match': String(first.etag) })).toMatchObject({
    statusCode: 304,
    body: '',
  })
  expect(await get('/assets/app-1a.js', { 'accept-encoding': 'br;q=0, gzip' })).toMatchObject({ body: 'script.gz' })
  expect(await get('/assets/app-1a.js', { 'accept-encoding': 'br ; q=0.0, gzip ;  q=0.5' })).toMatchObject({
    body: 'script.gz',
  })
  rmSync(folder, { recursive: true })
  expect(await get('/assets/app-1a.js', all)).toMatchObject({ body: 'script.br' })
})

test('missing, uncompressed and partial files are left to the folder’s handler', async () => {
  const { get } = serveFolder()
  for (const [url, headers] of [
    ['/assets/app-1a.js', {}],
    ['/assets/app-1a.js', { 'accept-encoding': 'identity' }],
    ['/assets/app-1a.js', { ...all, range: 'bytes=0-1' }],
    ['/assets/lost-1a.js', all],
    ['/assets/..%2fapp-1a.js', all],
    ['/assets/app-1a.js.br', all],
    ['/', all],
  ] as const)
    expect(await get(url, headers)).toMatchObject({ body: `streamed ${url}` })
})

test('a browser’s accepted encodings are read quickly in any form', async () => {
  const { get } = serveFolder()
  await get('/assets/app-1a.js', all)
  for (const sign of [' ', ';', '; ', ';q=', ' ,']) {
    const began = processorTime()
    await get('/assets/app-1a.js', { 'accept-encoding': `br${sign.repeat(15_000 / sign.length)}x` })
    expect(processorTime() - began, sign).toBeLessThan(200)
  }
})

import { Readable } from 'node:stream'
import fastifyCompress from '@fastify/compress'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { RecentErrors } from '../recentErrors.ts'
import { compression } from './compression.ts'
import { answerErrors } from './errors.ts'

test.each(['gzip', 'deflate', 'br'])('what is sent in pieces arrives in pieces, compressed by %s', async encoding => {
  const app = Fastify()
  await app.register(fastifyCompress, compression)
  let goOn = () => {}
  const rest = new Promise<void>(resolve => {
    goOn = resolve
  })
  app.get('/', (_, reply) =>
    reply.type('text/csv').send(
      Readable.from(
        (async function* () {
          yield 'the first piece\n'
          await rest
          yield 'the last piece\n'
        })(),
      ),
    ),
  )
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  try {
    const answer = await fetch(address, { headers: { 'accept-encoding': encoding } })
    expect(answer.headers.get('content-encoding')).toBe(encoding)
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
    const late = new Promise<string>(resolve => setTimeout(resolve, 5_000, 'nothing arrived'))
    expect(await Promise.race([reader?.read(), late])).toMatchObject({ value: 'the first piece\n' })
    goOn()
    expect(await reader?.read()).toMatchObject({ value: 'the last piece\n' })
  } finally {
    goOn()
    await app.close()
  }
})

test('of a stream that fails before its first piece the answer says so, and can be read', async () => {
  const app = Fastify()
  await app.register(fastifyCompress, compression)
  answerErrors(app, {
    texts: () => key => key,
    aggregatedErrors: { note: () => {} } as never,
    recentErrors: new RecentErrors(),
  })
  app.get('/', (_, reply) =>
    reply
      .type('text/csv')
      .header('content-disposition', 'attachment; filename=rows.csv')
      .send(
        Readable.from(
          // biome-ignore lint/correctness/useYield: it fails before
          (async function* () {
            throw new Error('The rows cannot be read')
          })(),
        ),
      ),
  )
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  try {
    const answer = await fetch(address, { headers: { 'accept-encoding': 'gzip' } })
    expect([answer.status, answer.headers.get('content-disposition')]).toEqual([500, null])
    expect(await answer.json()).toEqual({ code: 'internal', message: 'problem.internal' })
  } finally {
    await app.close()
  }
})

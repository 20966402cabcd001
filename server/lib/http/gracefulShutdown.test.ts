import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { leaving } from './gracefulShutdown.ts'

const asked = (port: number) =>
  new Promise<number | string>(resolve => {
    const asking = request({ host: '127.0.0.1', port, path: '/', agent: false }, answer => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    })
    asking.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    asking.end()
  })

test('connections that wait at the port while it is let go are taken and answered', async () => {
  const answers: (number | string)[] = []
  for (let round = 0; round < 20; round++) {
    const app = Fastify({ return503OnClosing: false })
    app.get('/', async () => 'here')
    await app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.server.address() as AddressInfo
    const leave = leaving(app)
    const asking = Array.from({ length: 20 }, () => asked(port))
    // The kernel has taken them by now, and the process has not looked.
    await new Promise<void>(done => process.nextTick(done))
    const left = leave()
    answers.push(...(await Promise.all(asking)))
    await (await left).closed
  }
  expect(answers.filter(answer => answer !== 200)).toEqual([])
}, 60_000)

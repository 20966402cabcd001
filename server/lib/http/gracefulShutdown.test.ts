import { Agent, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { leaving, maxSilentMs } from './gracefulShutdown.ts'

/** The status of a call, or why none came; with the agent of earlier calls on a connection that is open. */
const asked = (port: number, agent: Agent | false = false) =>
  new Promise<number | string>(resolve => {
    const asking = request({ host: '127.0.0.1', port, path: '/', agent }, answer => {
      answer.resume()
      answer.once('end', () => resolve(answer.statusCode ?? 0))
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
    const left = leave(maxSilentMs.alone)
    answers.push(...(await Promise.all(asking)))
    await (await left).closed
  }
  expect(answers.filter(answer => answer !== 200)).toEqual([])
}, 60_000)

test('who asks again on an open connection while the server stops is answered', async () => {
  const answers: (number | string)[] = []
  for (let round = 0; round < 5; round++) {
    const app = Fastify({ return503OnClosing: false })
    app.get('/', async () => 'here')
    await app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.server.address() as AddressInfo
    const leave = leaving(app)
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    answers.push(await asked(port, agent))
    // For the server the connection is silent: the request is still in the kernel.
    const asking = asked(port, agent)
    await new Promise<void>(done => process.nextTick(done))
    const left = leave(maxSilentMs.alone)
    answers.push(await asking)
    await (await left).closed
    agent.destroy()
  }
  expect(answers.filter(answer => answer !== 200)).toEqual([])
}, 60_000)

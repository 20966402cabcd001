import { expect, test } from 'vitest'
import { interruptible } from './interruptible.ts'
import { PretendServer } from './pretendServer.ts'

test('a call that waits for ever is broken off as without a network, and the next one gets through', async () => {
  const pretended = new PretendServer().asServer
  let isDead = true
  const { create } = pretended
  pretended.create = (input, options) =>
    isDead
      ? new Promise((_, reject) => options?.signal?.addEventListener('abort', () => reject(options.signal?.reason)))
      : create(input)
  const { server, interrupt } = interruptible(pretended)
  const wish = { form_id: 3, uuid: crypto.randomUUID() }
  const waiting = server.create(wish)
  interrupt()
  await expect(waiting).rejects.toMatchObject({ status: 0, code: 'network_error' })
  isDead = false
  expect(await server.create(wish)).toMatchObject({ uuid: wish.uuid })
})

test('what the server refuses is told as it is', async () => {
  const { server } = interruptible(new PretendServer().asServer)
  await expect(server.get({ id: 99 })).rejects.toMatchObject({ status: 404 })
})

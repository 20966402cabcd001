/** Real sockets to the running app, authorized as the browser does it. */

import type { Person } from './people.ts'
import { RawClient } from './pusher/rawClient.ts'
import { tend } from './tend.ts'

let listening: Promise<string> | undefined

/** Where the app of this worker listens: a free port of this machine, opened at the first call. */
export function address(): Promise<string> {
  listening ??= tend().then(({ app }) => app.listen({ port: 0, host: '127.0.0.1' }))
  return listening
}

/** Asks for a channel as a socket; the bare answer of /broadcasting/auth. */
export async function askFor(channel: string, socketId: string, token?: string, path = '/broadcasting/auth') {
  return fetch(`${await address()}${path}`, {
    method: 'POST',
    headers: token ? { authorization: `Bearer ${token}` } : {},
    body: new URLSearchParams({ socket_id: socketId, channel_name: channel }),
  })
}

/** A connected socket of nobody yet. */
export async function socket(): Promise<RawClient> {
  const { services } = await tend()
  const url = `${(await address()).replace('http', 'ws')}/app/${services.pusher.key}?protocol=7`
  const client = new RawClient(url, {}, services.realtime.caughtUp)
  await client.opened
  return client
}

/** A socket on which somebody listens to these channels. */
export async function listener(person: Pick<Person, 'token'>, ...channels: string[]): Promise<RawClient> {
  const client = await socket()
  const socketId = await client.socketId()
  for (const channel of channels) {
    const answer = await askFor(channel, socketId, person.token)
    if (!answer.ok) throw new Error(`${channel} was refused: ${answer.status} ${await answer.text()}`)
    client.send({ event: 'pusher:subscribe', data: { channel, ...(await answer.json()) } })
    await client.next('pusher_internal:subscription_succeeded')
  }
  return client
}

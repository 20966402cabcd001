import Echo from 'laravel-echo'
import Pusher from 'pusher-js'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { settings } from '../../test/nodes/nodes.ts'
import { APP, authorizationOf, type Person, startTestServer, type TestServer } from '../../test/pusher/pusherServer.ts'

const anna = { userId: 1, name: 'Anna' }
const bela = { userId: 2, name: 'Béla' }

describe.each(settings)('%s', (_, makeAdapters) => {
  let server: TestServer
  const opened: Echo<'pusher'>[] = []
  beforeEach(async () => {
    server = await startTestServer({}, {}, await makeAdapters())
  })
  afterEach(async () => {
    for (const echo of opened.splice(0)) echo.disconnect()
    await server.stop()
  })

  /** Laravel Echo with no more than its documentation asks for. */
  function echoOf(person: Person): Echo<'pusher'> {
    const origin = `http://127.0.0.1:${server.port}`
    const headers = authorizationOf(person)
    const echo = new Echo({
      broadcaster: 'pusher',
      Pusher,
      key: APP.key,
      cluster: 'eu',
      wsHost: '127.0.0.1',
      wsPort: server.port,
      forceTLS: false,
      enabledTransports: ['ws'],
      authEndpoint: `${origin}/broadcasting/auth`,
      userAuthentication: { endpoint: `${origin}/broadcasting/user-auth`, transport: 'ajax', headers },
      auth: { headers },
    })
    opened.push(echo)
    return echo
  }

  const until = <T>(bind: (callback: (value: T) => void) => unknown) => new Promise<T>(resolve => bind(resolve))

  test('a private channel is heard, and left', async () => {
    const echo = echoOf(anna)
    const channel = echo.private('user.1.notifications')
    await until(callback => channel.subscribed(callback))
    const news = until(callback => channel.listen('.NewMessageNotification', callback))
    await server.pusher.publish('private-user.1.notifications', 'NewMessageNotification', { id: 7 })
    expect(await news).toEqual({ id: 7 })
    expect(echo.socketId()).toMatch(/^\d+\.\d+$/)
    echo.leave('user.1.notifications')
    await expect.poll(() => server.pusher.counts().channels).toBe(0)
  })

  test('a refusal arrives with its status', async () => {
    const channel = echoOf(anna).private('forbidden')
    expect(await until(callback => channel.error(callback))).toMatchObject({ status: 403 })
  })

  test('who is here, who comes and who goes', async () => {
    const room = echoOf(anna).join('company.1')
    expect(await until(callback => room.here(callback))).toEqual([{ name: 'Anna' }])
    const joining = until(callback => room.joining(callback))
    const guest = echoOf(bela)
    const here = until<object[]>(callback => guest.join('company.1').here(callback))
    expect(await joining).toEqual({ name: 'Béla' })
    expect(await here).toEqual([{ name: 'Anna' }, { name: 'Béla' }])
    const leaving = until(callback => room.leaving(callback))
    guest.disconnect()
    expect(await leaving).toEqual({ name: 'Béla' })
  })

  test('a whisper is heard by the others', async () => {
    const [sender, reader] = [echoOf(anna).private('conversation.7'), echoOf(bela).private('conversation.7')]
    await Promise.all([sender, reader].map(channel => until(callback => channel.subscribed(callback))))
    const typing = until(callback => reader.listenForWhisper('typing', callback))
    sender.whisper('typing', { state: 'started' })
    expect(await typing).toEqual({ state: 'started', user_id: 1 })
  })

  test('Echo signs its user in', async () => {
    const echo = echoOf(anna)
    echo.connector.signin()
    await echo.connector.pusher.user.signinDonePromise
    expect(echo.connector.pusher.user.user_data).toEqual({ id: '1' })
  })
})

/**
 * A foreign program that keeps a copy of the animals, adds one and hears of it, with nothing but an API key and the
 * client that a library generates from /api/openapi.json (client.test.ts).
 */
import { type Animal, Api, Species } from './client.ts'

type Asked = { key: string; companyId: number; name: string }

/** Returns the copy when it heard of the animal that it added, and read it. */
export async function mirror(address: string, { key, companyId, name }: Asked): Promise<Map<number, Animal>> {
  const api = new Api<string>({
    baseUrl: address,
    securityWorker: token => (token ? { headers: { Authorization: `Bearer ${token}` } } : {}),
    baseApiParams: { secure: true },
  })
  api.setSecurityData(key)

  const copy = new Map<number, Animal>()
  let cursor: string | undefined
  async function catchUp() {
    for (let hasMore = true; hasMore; ) {
      const from = cursor ? { cursor } : { updated_after: '2000-01-01T00:00:00Z' }
      const { data, meta } = (await api.animals.animalsList({ per_page: 5, ...from })).data
      for (const animal of data) copy.set(animal.id, animal)
      for (const id of meta.gone ?? []) copy.delete(id)
      cursor = meta.cursor
      hasMore = meta.has_more ?? false
    }
  }
  await catchUp()

  const { data: settings } = (await api.system.systemRealtime()).data
  const socket = new WebSocket(`${address.replace('http', 'ws')}/app/${settings.key}?protocol=7`)
  const heard = new Promise<void>((resolve, reject) => {
    const events: string[] = []
    AbortSignal.timeout(30_000).onabort = () => reject(new Error(`Nothing but ${events} was heard.`))
    socket.onerror = () => reject(new Error('The socket was refused.'))
    socket.onmessage = ({ data }) => answer(data, resolve).catch(reject)
    async function answer(message: string, resolve: () => void) {
      const { event, data: content } = JSON.parse(message)
      events.push(event)
      if (event === 'pusher:connection_established') {
        const asked = {
          socket_id: JSON.parse(content).socket_id,
          channel_name: `private-company.${companyId}.registers`,
        }
        const { auth } = (await api.realtime.realtimeAuthorize(asked)).data
        socket.send(JSON.stringify({ event: 'pusher:subscribe', data: { channel: asked.channel_name, auth } }))
      } else if (event === 'pusher_internal:subscription_succeeded') {
        const { data: goat } = (await api.animals.animalsCreate({ name, species: Species.Goat })).data
        const day = new Date().toISOString().slice(0, 10)
        await api.animalEvents.animalEventsCreate(goat.id, { day, details: { type: 'weight', kilograms: 40 } })
      } else if (!event.startsWith('pusher')) {
        resolve()
      }
    }
  })
  await heard
  socket.close()
  // What somebody else writes at this moment holds it up, until that has ended.
  while (![...copy.values()].some(animal => animal.name === name)) {
    await new Promise(resolve => setTimeout(resolve, 200))
    await catchUp()
  }
  return copy
}

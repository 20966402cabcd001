/** Sockets of people's browsers, outside of one. */
import { vi } from 'vitest'
import { Realtime } from '../../../web/lib/realtime/realtime.ts'
import { APP, type SignedIn } from '../nodes/tends.ts'

/** What the client asks of a browser, on a page of this port. */
export function pageAt(port: number): void {
  const origin = `http://127.0.0.1:${port}`
  vi.stubGlobal('location', { hostname: '127.0.0.1', port: String(port), protocol: 'http:', origin })
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  vi.stubGlobal('addEventListener', () => {})
}

/** A person's realtime client, the browser's own: its live channels, and the events that came. */
export function socketOf({ token }: SignedIn, channels: string[]) {
  const realtime = new Realtime({
    settings: async () => ({ key: APP.key, activity_timeout: 30 }),
    headers: () => ({ Authorization: `Bearer ${token}` }),
    onUnauthorized: async () => {},
    onMissed: () => {},
  })
  const socket = { realtime, live: new Set<string>(), members: new Set<string>(), heard: new Set<string>(), lost: 0 }
  realtime.watch(() => {
    if (realtime.state !== 'lost') return
    socket.lost++
    socket.live.clear()
    socket.members.clear()
  })
  for (const channel of channels)
    realtime.listen(channel, (event, data) => {
      const { members, id, message_text: text } = data as { members?: object; id?: string; message_text?: string }
      if (event === 'pusher:subscription_succeeded') socket.live.add(channel)
      for (const member of Object.keys(members ?? {})) socket.members.add(member)
      if (event === 'pusher:member_added') socket.members.add(String(id))
      if (event === 'pusher:member_removed') socket.members.delete(String(id))
      if (event === 'message.sent') socket.heard.add(String(text))
    })
  return socket
}

/**
 * Whether this browser shows notifications while it is closed. The service worker ends the subscription with the
 * session (lib/session/session.ts); a person who wants it on this device has it again after the next sign-in.
 */
import { api } from '../api.ts'
import { onDevice, storedJson } from '../lib/storage.ts'

/** Who wants it here, by their numbers; the permission is the browser's and does not say whose it is. */
const stored = storedJson(onDevice, 'tend_push', ids =>
  Array.isArray(ids) ? ids.filter(id => typeof id === 'number') : null,
)

type PushState = 'unsupported' | 'denied' | 'off' | 'on'

const wishes = (): number[] => stored.read() ?? []
const keepWish = (userId: number, isWanted: boolean) =>
  stored.write([...wishes().filter(id => id !== userId), ...(isWanted ? [userId] : [])])

async function pushManager(): Promise<PushManager | undefined> {
  if (!('Notification' in globalThis) || !navigator.serviceWorker) return undefined
  return (await navigator.serviceWorker.getRegistration())?.pushManager
}

/** Whether the signed-in person gets push notifications on this device. */
export async function pushState(): Promise<PushState> {
  const manager = await pushManager()
  if (!manager) return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  const isHere = (await manager.getSubscription()) !== null
  return isHere && (await api.notices.push({})).is_on ? 'on' : 'off'
}

/**
 * Asks for the permission, which browsers let only follow a tap. Throws where the browser's push service cannot be
 * reached.
 */
export async function turnOn(userId: number): Promise<PushState> {
  const manager = await pushManager()
  if (!manager) return 'unsupported'
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'off'
  await subscribe(manager)
  keepWish(userId, true)
  return 'on'
}

export async function turnOff(userId: number): Promise<PushState> {
  keepWish(userId, false)
  await api.notices.unsubscribe({})
  await (await (await pushManager())?.getSubscription())?.unsubscribe()
  return 'off'
}

/**
 * At each start: the browser may have another subscription than the server knows, and the session may work in another
 * company.
 */
async function renewPush(userId: number): Promise<void> {
  if (!wishes().includes(userId)) return
  const manager = await pushManager()
  if (manager && Notification.permission === 'granted') await subscribe(manager)
}

async function subscribe(manager: PushManager): Promise<void> {
  const { public_key } = await api.notices.push({})
  const applicationServerKey = bytesOf(public_key)
  const known = await manager.getSubscription()
  const isOurs = known && isSame(known.options.applicationServerKey, applicationServerKey)
  // A server that was set up again has another key, and could not reach it.
  if (known && !isOurs) await known.unsubscribe()
  const subscription = isOurs ? known : await manager.subscribe({ userVisibleOnly: true, applicationServerKey })
  const { endpoint, keys } = subscription.toJSON()
  await api.notices.subscribe({
    endpoint: endpoint ?? '',
    keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' },
  })
}

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), character => character.charCodeAt(0))

const isSame = (one: ArrayBuffer | null, other: Uint8Array): boolean =>
  one !== null && String(new Uint8Array(one)) === String(other)

let isListening = false

/**
 * Keeps the subscription of this browser up to date, and goes where a notice leads that is tapped while a page is open.
 */
export async function followPush(userId: number): Promise<void> {
  if (!isListening)
    navigator.serviceWorker?.addEventListener('message', ({ data }) => {
      if (data?.type === 'OPEN' && typeof data.path === 'string' && data.path.startsWith('/'))
        location.assign(data.path)
    })
  isListening = true
  // It is asked for again at the next start.
  await renewPush(userId).catch(cause => console.warn('This device may not hear of notices', cause))
}

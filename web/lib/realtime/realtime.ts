/**
 * The browser's end of realtime: one pusher-js client, loaded when somebody first listens. It reconnects by itself,
 * because pusher-js waits 15, 30 and 60 seconds once its first retry has failed: every 2, 4, 8, 8 … seconds, and at
 * once when the network or the page returns.
 */
import { Listeners } from '../listeners.ts'
import { withJitter } from '../retry.ts'
import { openForMs } from './openFor.ts'
import { nothingWasSaid } from './quiet.ts'
import { type Listener, type Pusher, RealtimeChannels, type RealtimeChannelsOptions } from './realtimeChannels.ts'

/** `connecting` until the first connection, or the first failure to have one. */
export type RealtimeState = 'connecting' | 'connected' | 'lost'

export type RealtimeSettings = { key: string; activity_timeout: number }

export type RealtimeOptions = Pick<RealtimeChannelsOptions, 'onUnauthorized'> & {
  /**
   * something may have happened before the channels were live, for the first time or again: it must be read. It
   * happened in the last `forMs` milliseconds, since the page was opened or the server was heard last
   */
  onMissed: (forMs: number) => void
  /** asked before each new client, so that a changed key or an ended session is noticed */
  settings: () => Promise<RealtimeSettings>
  /** headers of the request for a channel, asked each time: a refreshed token is used after a reconnect */
  headers: () => Record<string, string>
}

/** The first connection, which nothing has hurried yet, has more time than an attempt after a loss. */
const FIRST_STEP = 2
const LOST_STEP = 1
const PONG_TIMEOUT_MS = 10_000
/** How long a socket has to answer when the network or the page is back. */
const SIGN_OF_LIFE_MS = 3_000
/** An event may have happened this long before it is heard. */
const ON_ITS_WAY_MS = 5_000

export class Realtime {
  private readonly options: RealtimeOptions
  private readonly channels: RealtimeChannels
  private readonly listeners = new Listeners()
  private current: RealtimeState = 'connecting'
  /** from the first `listen` to `disconnect` */
  private life: AbortController | undefined
  private pusher: Pusher | undefined
  private loading = false
  private wasLive = false
  /** whether all is heard, and when something was last, by how long the page had been open */
  private isWhole = false
  private heardAt = 0
  private restarting = false
  private step = FIRST_STEP
  private timer: ReturnType<typeof setTimeout> | undefined
  /** runs while a socket that seems to be there has to prove it */
  private doubt: ReturnType<typeof setTimeout> | undefined

  constructor(options: RealtimeOptions) {
    this.options = options
    this.channels = new RealtimeChannels({ ...options, onLive: () => void this.live() })
  }

  get state(): RealtimeState {
    return this.current
  }

  /** Calls back at every change of `state`; returns the function that stops it. */
  readonly watch = this.listeners.subscribe

  /** Hears a channel, connecting first where need be; returns the function that stops it. */
  listen(channel: string, listener: Listener): () => void {
    const unlisten = this.channels.add(channel, listener)
    if (!this.life) this.start()
    return unlisten
  }

  /** Says something to the others on a channel; what cannot be said now is lost, and nothing may rest on it. */
  say(channel: string, event: `client-${string}`, data: object): void {
    this.pusher?.channel(channel)?.trigger(event, data)
  }

  /** Ends the connection and forgets all listeners, as at sign-out. A later `listen` begins again. */
  disconnect(): void {
    this.life?.abort()
    this.life = undefined
    this.loading = false
    this.wasLive = false
    this.isWhole = false
    this.heardAt = 0
    this.step = FIRST_STEP
    clearTimeout(this.timer)
    this.trust()
    this.channels.clear()
    this.discard()
    this.become('connecting')
  }

  private start(): void {
    this.life = new AbortController()
    const { signal } = this.life
    addEventListener('online', () => this.hurry(), { signal })
    document.addEventListener('visibilitychange', () => this.hurry(), { signal })
    this.attempt()
  }

  /** The network or the page is back: there is no need to wait for the next attempt. */
  private hurry(): void {
    if (document.visibilityState !== 'visible') return
    if (this.current === 'connected') {
      this.askForLife()
    } else {
      this.step = LOST_STEP
      this.attempt()
    }
  }

  /**
   * Asks a socket that seems open for a sign of life: after a sleep or a change of network nobody may be at its other
   * end, which pusher-js notices after 40 seconds.
   */
  private askForLife(): void {
    if (this.doubt) return
    this.doubt = setTimeout(() => {
      this.doubt = undefined
      this.lose()
      this.attempt()
    }, SIGN_OF_LIFE_MS)
    this.pusher?.connection.send_event('pusher:ping', {})
  }

  /** Any message is a sign of life. */
  private trust(): void {
    clearTimeout(this.doubt)
    this.doubt = undefined
  }

  private attempt(): void {
    this.arm()
    if (this.pusher) {
      this.restarting = true
      this.pusher.disconnect()
      this.pusher.connect()
      this.restarting = false
    } else if (!this.loading) {
      void this.load()
    }
  }

  /** Gives the running attempt its time; the next one begins after that. */
  private arm(): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => {
      this.step += 1
      this.lose()
      this.attempt()
    }, withJitter(this.step))
  }

  private async load(): Promise<void> {
    const { life } = this
    this.loading = true
    try {
      const [module, settings] = await Promise.all([import('pusher-js'), this.options.settings()])
      // pusher-js declares itself as an ES module and is a CommonJS one: the default import is the class itself.
      const PusherClient = module.default as unknown as typeof module.default.default
      sendOnlyWhileOpen(PusherClient.Runtime)
      if (life === this.life) this.use(new PusherClient(settings.key, this.clientOptions(settings)))
    } catch (error) {
      console.warn('Realtime could not start', error)
    } finally {
      if (life === this.life) this.loading = false
    }
  }

  private clientOptions({ activity_timeout }: RealtimeSettings) {
    const port = location.port === '' ? undefined : Number(location.port)
    return {
      cluster: 'eu',
      wsHost: location.hostname,
      wsPort: port ?? 80,
      wssPort: port ?? 443,
      forceTLS: location.protocol === 'https:',
      // This one speaks TLS too where that is forced; 'wss' would only try TLS on a plain port as well.
      enabledTransports: ['ws' as const],
      activityTimeout: activity_timeout * 1000,
      pongTimeout: PONG_TIMEOUT_MS,
      channelAuthorization: {
        // As every request: in the language of the page, and asking for JSON.
        endpoint: new URL(
          `/broadcasting/auth?lang=${globalThis.document?.documentElement?.lang || 'en'}`,
          location.origin,
        ).href,
        transport: 'ajax' as const,
        headersProvider: () => ({ ...this.options.headers(), Accept: 'application/json' }),
      },
    }
  }

  private use(pusher: Pusher): void {
    this.pusher = pusher
    pusher.connection.bind('state_change', ({ current }: { current: string }) => {
      if (this.pusher !== pusher || this.restarting) return
      if (current === 'connected') this.connected()
      if (current === 'connecting' && this.current === 'connected') this.interrupted()
      if (current === 'disconnected') this.refused()
    })
    pusher.connection.bind('message', () => {
      if (this.isWhole) this.heardAt = openForMs()
      this.trust()
    })
    this.channels.use(pusher)
    this.arm()
  }

  private connected(): void {
    clearTimeout(this.timer)
    this.step = LOST_STEP
    console.log('Connected to messaging')
    this.channels.connected()
    this.become('connected')
  }

  /**
   * Only a page that has just been opened can know that it missed nothing: when a connection was really lost, nobody
   * knows.
   */
  private async live(): Promise<void> {
    const { life, pusher } = this
    const isFirst = !this.wasLive
    this.wasLive = true
    const since = Math.max(0, this.heardAt - ON_ITS_WAY_MS)
    this.isWhole = true
    this.heardAt = openForMs()
    const missedNothing = isFirst && pusher !== undefined && (await nothingWasSaid(pusher))
    if (!missedNothing && life === this.life) this.options.onMissed(openForMs() - since)
  }

  private interrupted(): void {
    this.lose()
    this.arm()
  }

  /** The server wants no more of this client: the key has changed or the session has ended. The settings will tell. */
  private refused(): void {
    this.discard()
    this.interrupted()
  }

  private discard(): void {
    const { pusher } = this
    this.pusher = undefined
    this.channels.use(undefined)
    pusher?.disconnect()
  }

  private lose(): void {
    this.trust()
    this.isWhole = false
    if (this.current === 'lost') return
    console.log('Connection lost. Trying to reconnect...')
    this.become('lost')
  }

  private become(state: RealtimeState): void {
    if (this.current === state) return
    this.current = state
    this.listeners.notify()
  }
}

type Socket = { readonly readyState: number; send: (data: string) => void }
type Runtime = { createWebSocket: (url: string) => unknown }

const OPEN = 1
const kept = new WeakSet<Runtime>()

/**
 * Lets the sockets of pusher-js send only while they are open, a turn later than asked: otherwise a message just before
 * the connection ends is dropped with a warning of the browser. Nothing is lost, because requests that need an answer
 * ask again on the next connection.
 */
export function sendOnlyWhileOpen(runtime: Runtime): void {
  if (kept.has(runtime)) return
  kept.add(runtime)
  const create = runtime.createWebSocket
  runtime.createWebSocket = url => {
    const socket = create.call(runtime, url) as Socket
    const send = socket.send.bind(socket)
    socket.send = data => {
      if (socket.readyState === OPEN) send(data)
    }
    return socket
  }
}

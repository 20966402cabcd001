/**
 * The messages of one conversation as a page shows them: a bounded window of neighbours, oldest first, which grows at
 * both ends. Changes that may have been missed are fetched by `changed_after`, or all is loaded again, so that the page
 * equals a fresh load.
 */
import type { Message } from '#shared/messaging/shapes.ts'
import { Listeners } from '../../lib/listeners.ts'

type ThreadServer = {
  /** Reads the conversation's count of changes, before the messages, so that no change is missed between the two. */
  changeId: () => Promise<number>
  messages: (query: {
    before?: number
    after?: number
    around?: number
    from?: string
    changed_after?: number
  }) => Promise<Message[]>
  /** Waits before each portion of an older page, so that scrolling stays smooth. */
  rest?: () => Promise<void>
}

type Read = { user_id: number; read_at: string; last_read_id: number; change_id: number }
/** Whether an error says that the server no longer knows the history. */
type IsGone = (error: unknown) => boolean

export const pageSize = 50
/** Older messages added at once: a slow phone renders them within a frame. */
const portion = 2
/** Bound of messages on a page. */
export const maxShown = 200

export type ThreadState = {
  messages: readonly Message[]
  hasOlder: boolean
  hasNewer: boolean
  isLoaded: boolean
  /**
   * The message that the window was loaded for, again with each loading: it was jumped to, or is the first of a day.
   */
  place: { id: number } | null
  /** The error because of which there is nothing to show. */
  error: unknown
}

const begin: ThreadState = { messages: [], hasOlder: false, hasNewer: false, isLoaded: false, place: null, error: null }

export class Thread {
  state: ThreadState = begin
  /** The change up to which everything in the window is known. */
  cursor = 0
  /** The latest change of any event. */
  private heard = 0
  private readonly server: ThreadServer
  private readonly isGone: IsGone
  private readonly listeners = new Listeners()
  private running: Promise<void> = Promise.resolve()
  private catching: Promise<void> | undefined
  private reachingBack: Promise<void> | undefined
  private reachingOn: Promise<void> | undefined
  private isDue = false

  constructor(server: ThreadServer, isGone: IsGone) {
    this.server = server
    this.isGone = isGone
  }

  /** Whether a screen shows it. */
  get isWatched(): boolean {
    return this.listeners.size > 0
  }

  readonly watch = this.listeners.subscribe

  private become(next: Partial<ThreadState>): void {
    this.state = { ...this.state, ...next }
    this.listeners.notify()
  }

  /** Fetches run one after the other, because each changes the window. */
  private inTurn(work: () => Promise<void>): Promise<void> {
    this.running = this.running.then(work, work)
    return this.running
  }

  /** Shows the latest messages, those around one, or those from a day on. */
  load(place: { around?: number; from?: string } = {}): Promise<void> {
    return this.inTurn(() => this.loadNow(place))
  }

  private async loadNow(place: { around?: number; from?: string }): Promise<void> {
    try {
      const changeId = await this.server.changeId()
      const messages = await this.server.messages(place)
      const isLatest = place.around === undefined && place.from === undefined
      this.cursor = changeId
      this.become({
        messages,
        hasOlder: place.around !== undefined || place.from !== undefined || messages.length >= pageSize,
        hasNewer: !isLatest,
        isLoaded: true,
        place: isLatest || !messages[0] ? null : { id: place.around ?? messages[0].id },
        error: null,
      })
      if (!isLatest) await this.newerNow()
      // Messages that came while the answer was under way were in the window that it replaces.
      if (this.heard > changeId) await this.catchUpNow()
    } catch (error) {
      this.become({ error, isLoaded: this.state.isLoaded })
    }
  }

  /** Shows the device's copy until the server answers. */
  offer(messages: Message[]): void {
    if (this.state.isLoaded) return
    this.become({ messages: messages.slice(-maxShown), hasOlder: false, isLoaded: true })
  }

  /** Adds a page of older messages; concurrent calls share one request. */
  older(): Promise<void> {
    this.reachingBack ??= this.inTurn(() => this.olderNow())
      .catch(() => undefined)
      .finally(() => {
        this.reachingBack = undefined
      })
    return this.reachingBack
  }

  private async olderNow(): Promise<void> {
    const first = this.state.messages[0]
    if (!first || !this.state.hasOlder) return
    const page = await this.server.messages({ before: first.id })
    const older = page.filter(({ id }) => id < first.id)
    do {
      await this.server.rest?.()
      // The next portion is directly above the first message shown.
      const all = [...older.splice(-portion), ...this.state.messages]
      // Removing messages at the other end moves the others, so it happens once for a page.
      const kept = older.length > 0 ? all : all.slice(0, maxShown)
      this.become({
        messages: kept,
        hasOlder: older.length > 0 || page.length >= pageSize,
        hasNewer: this.state.hasNewer || kept.length < all.length,
      })
    } while (older.length > 0)
  }

  /** Adds a page of newer messages; concurrent calls share one request. */
  newer(): Promise<void> {
    this.reachingOn ??= this.inTurn(() => this.newerNow())
      .catch(() => undefined)
      .finally(() => {
        this.reachingOn = undefined
      })
    return this.reachingOn
  }

  private async newerNow(): Promise<void> {
    const last = this.state.messages.at(-1)
    if (!last || !this.state.hasNewer) return
    const page = await this.server.messages({ after: last.id })
    const all = [...this.state.messages, ...page.filter(({ id }) => id > last.id)]
    const kept = all.slice(-maxShown)
    this.become({
      messages: kept,
      hasNewer: page.length >= pageSize,
      hasOlder: this.state.hasOlder || kept.length < all.length,
    })
  }

  /** Takes an event in: a message that was written, changed or deleted. */
  hear(message: Message): void {
    const isNext = message.change_id === this.cursor + 1
    this.heard = Math.max(this.heard, message.change_id)
    this.place([message])
    if (isNext) this.cursor = message.change_id
    else if (message.change_id > this.cursor) void this.catchUp()
  }

  /** Takes in that somebody has read further. */
  hearRead({ user_id, read_at, last_read_id, change_id }: Read): void {
    const isNext = change_id === this.cursor + 1
    this.heard = Math.max(this.heard, change_id)
    this.become({
      messages: this.state.messages.map(message =>
        message.id > last_read_id ||
        message.sender_id === user_id ||
        message.reads.some(read => read.user_id === user_id)
          ? message
          : { ...message, reads: [...message.reads, { user_id, read_at }] },
      ),
    })
    if (isNext) this.cursor = change_id
    else if (change_id > this.cursor) void this.catchUp()
  }

  /** Fetches changes that may have been missed. One at a time; a call during one is served by one more afterwards. */
  catchUp(): Promise<void> {
    if (!this.state.isLoaded || this.cursor === 0) return this.load()
    this.isDue = true
    this.catching ??= this.inTurn(async () => {
      while (this.isDue) {
        this.isDue = false
        await this.catchUpNow()
      }
    }).finally(() => {
      this.catching = undefined
    })
    return this.catching
  }

  private async catchUpNow(): Promise<void> {
    try {
      const changed = await this.server.messages({ changed_after: this.cursor })
      this.place(changed)
      this.cursor = Math.max(this.cursor, ...changed.map(({ change_id }) => change_id))
    } catch (error) {
      if (this.isGone(error)) await this.loadNow({})
      else this.become({ error })
    }
  }

  /**
   * Puts messages where they belong: those of the window are replaced; others are added behind its end, where it
   * reaches the latest, and within it, where they were missed while later ones were heard.
   */
  private place(changed: Message[]): void {
    const { messages, hasNewer, hasOlder } = this.state
    const known = new Map(messages.map(message => [message.id, message]))
    const first = hasOlder ? (messages[0]?.id ?? 0) : 0
    const last = messages.at(-1)?.id ?? 0
    for (const message of changed) {
      const before = known.get(message.id)
      const isWithin = message.id > first && (message.id < last || !hasNewer)
      if (before ? message.change_id >= before.change_id : isWithin) known.set(message.id, withReads(message, before))
    }
    const all = [...known.values()].sort((one, other) => one.id - other.id)
    // Older messages are added right above the first one: without it they would leave a gap.
    const kept = hasNewer || this.reachingBack ? all : all.slice(-maxShown)
    this.become({ messages: kept, hasOlder: hasOlder || kept.length < all.length })
  }
}

/** A read state that was made earlier may arrive later, as the answer of a post; a reader stays a reader. */
const withReads = (message: Message, before: Message | undefined): Message =>
  before && before.reads.length > message.reads.length ? { ...message, reads: before.reads } : message

/**
 * Applies an event of the conversation's channel to a thread. After a (new) subscription the thread fetches what it may
 * have missed.
 */
export function applyThreadEvent(thread: Thread, event: string, data: unknown): void {
  if (event === 'message.sent' || event === 'message.updated' || event === 'message.deleted')
    thread.hear(data as Message)
  if (event === 'conversation-read') thread.hearRead(data as Read)
  // Earlier events are not repeated.
  if (event === 'pusher:subscription_succeeded') void thread.catchUp()
}

/**
 * Stores messages on the device as a thread shows them, so that they are there without a network a moment later.
 * Returns the function that ends it.
 */
export function keepShown(thread: Thread, keep: (messages: Message[]) => Promise<unknown>): () => void {
  let known: ReadonlySet<Message> = new Set(thread.state.messages)
  let running: Promise<unknown> = Promise.resolve()
  return thread.watch(() => {
    const fresh = thread.state.messages.filter(message => !known.has(message))
    known = new Set(thread.state.messages)
    // Before the server has answered, only what is kept already is shown.
    if (fresh.length === 0 || thread.cursor === 0) return
    // One after the other: a later form of a message must not be overtaken by an earlier one.
    running = running.then(() => keep(fresh)).catch(cause => console.warn('Messages are not kept here', cause))
  })
}

/**
 * Saves changes a moment after the last one, one request at a time, and keeps them in this tab until the server has
 * them. When somebody else saved the same row, both versions are merged; a conflict waits for the person's decision,
 * and nothing is sent until then.
 */
import { useEffect } from 'react'
import { Listeners } from './listeners.ts'
import { RequestError } from './requestError.ts'
import { withJitter } from './retry.ts'

export type Saved<Content> = { content: Content; revision: number }

/**
 * The state that is not on the server yet. With the base from which the changes began, it can be merged with what
 * others saved.
 */
export type WorkingCopy<Content> = { base: Saved<Content>; content: Content }

/** Why something is not on the server yet. */
type SaveProblem = 'nameless' | 'unreachable' | 'refused' | 'conflict'

export type Conflict<Content> = { base: Saved<Content>; theirs: Saved<Content>; conflicting: string[] }

export type SaveState<Content> = {
  /** When the server last took something. */
  savedAt: Date | null
  isSaving: boolean
  problem: SaveProblem | null
  /** The server's answer or the network's error. */
  error: unknown
  /** With `conflict`: the state from which both began, and the one that somebody else saved. */
  conflict: Conflict<Content> | null
}

type Sides<Content> = { base: Content; mine: Content; theirs: Content }

export type Rules<Content, Answer extends { revision: number }, Changes extends object> = {
  /** The changed parts as the call takes them; null where nothing changed. */
  changes: (before: Content, after: Content) => Changes | null
  /** The content of the server's row; null where it cannot be edited. */
  contentOf: (answer: Answer) => Content | null
  /** Merges both changes; mine stays in the parts that conflict. */
  merge: (sides: Sides<Content>) => { content: Content; conflicting: string[] }
  /** Whether the server takes it at all. */
  isNamed?: (content: Content) => boolean
  /** Sends changes; returns the row as the server has it then. */
  send: (changes: Changes & { revision: number }, isLast: boolean) => Promise<Answer>
  /** Keeps what the server does not have; null when it has everything. */
  keep: (copy: WorkingCopy<Content> | null) => void
  /** Called with each row that the server answered. */
  onAnswer: (answer: Answer) => void
  /** Somebody else's changes have to go into the content that is shown. */
  onRebased?: (merge: (content: Content) => Content) => void
}

const pauseMs = 800
const keepMs = 200

export class Autosave<
  Content,
  Answer extends { revision: number },
  Changes extends object = Partial<Content> & object,
> {
  private base: Saved<Content>
  private latest: Content
  private readonly rules: Rules<Content, Answer, Changes>
  private readonly listeners = new Listeners()
  private running: Promise<boolean> | undefined
  private sendTimer: ReturnType<typeof setTimeout> | undefined
  private keepTimer: ReturnType<typeof setTimeout> | undefined
  private failures = 0
  private now: SaveState<Content> = { savedAt: null, isSaving: false, problem: null, error: null, conflict: null }

  constructor(start: WorkingCopy<Content>, rules: Rules<Content, Answer, Changes>) {
    this.base = start.base
    this.latest = start.content
    this.rules = rules
  }

  /** Begins to send: what an earlier visit left comes first. */
  start(): void {
    if (!this.isClean()) this.sendLater(0)
  }

  /** A new object at each change, for useSyncExternalStore. */
  readonly state = (): SaveState<Content> => this.now

  /** The content as it is here. */
  readonly content = (): Content => this.latest

  readonly watch = this.listeners.subscribe

  /** Whether the server has everything. */
  isClean(): boolean {
    return this.latest === this.base.content || this.rules.changes(this.base.content, this.latest) === null
  }

  /** Takes the content as the person has changed it. */
  change(content: Content): void {
    if (content === this.latest) return
    this.become({}, content)
    clearTimeout(this.keepTimer)
    this.keepTimer = setTimeout(this.keep, keepMs)
    if (this.now.problem === 'conflict') return
    if (!this.isClean()) this.become({ isSaving: true })
    this.sendLater(pauseMs)
  }

  /** Sends unsent changes now; true once the server has everything. */
  flush(isLast = false): Promise<boolean> {
    clearTimeout(this.sendTimer)
    this.running ??= this.run(isLast).finally(() => {
      this.running = undefined
    })
    return this.running
  }

  /** Keeps unsent changes in this tab, without waiting. */
  readonly keep = (): void => {
    clearTimeout(this.keepTimer)
    this.rules.keep(this.isClean() ? null : { base: this.base, content: this.latest })
  }

  /**
   * Makes a call that changes the row by other means, after everything typed is saved. False when that could not be;
   * the state says why then. Rejects when the call itself is refused.
   */
  async perform(call: (revision: number) => Promise<Answer>): Promise<boolean> {
    if (!(await this.flush())) return false
    try {
      const answer = await call(this.base.revision)
      this.base = { ...this.base, revision: answer.revision }
      this.rules.onAnswer(answer)
      return true
    } catch (error) {
      if (!this.mergeTheirs(error)) throw error
      return false
    }
  }

  /** Takes the row as it was fetched again. Unsaved changes meet it when they are sent. */
  arrived(answer: Answer): void {
    const content = this.rules.contentOf(answer)
    if (this.running || !this.isClean() || answer.revision <= this.base.revision || content === null) return
    this.rebaseOn({ content, revision: answer.revision })
  }

  /** Ends a conflict: the content that is here now replaces what somebody else saved. */
  resolve(): void {
    const { conflict } = this.now
    if (!conflict) return
    this.base = conflict.theirs
    this.become({ problem: null, conflict: null, isSaving: true })
    this.sendLater(0)
  }

  /** Editing has ended: sends the remaining changes. */
  stop(): void {
    this.keep()
    if (!this.isClean()) void this.flush()
  }

  private sendLater(ms: number): void {
    clearTimeout(this.sendTimer)
    this.sendTimer = setTimeout(() => void this.flush(), ms)
  }

  private async run(isLast: boolean): Promise<boolean> {
    while (!this.isClean()) {
      if (this.now.problem === 'conflict') return false
      const sent = this.latest
      const changes = this.rules.changes(this.base.content, sent)
      if (!changes) break
      if (this.rules.isNamed?.(sent) === false) return this.failed('nameless')
      this.become({ isSaving: true })
      try {
        const answer = await this.rules.send({ ...changes, revision: this.base.revision }, isLast)
        this.base = { content: sent, revision: answer.revision }
        this.failures = 0
        this.rules.onAnswer(answer)
        this.become({ savedAt: new Date(), problem: null, error: null })
      } catch (error) {
        if (!this.mergeTheirs(error)) return this.handleFailure(error)
      }
    }
    this.keep()
    this.become({ isSaving: false, ...(this.now.problem !== 'conflict' && { problem: null, error: null }) })
    return true
  }

  /** Merges the content with what somebody else saved. False when that was not the reason of the failure. */
  private mergeTheirs(error: unknown): boolean {
    const isStale = error instanceof RequestError && error.code === 'stale_revision'
    const answer = isStale ? (error.data as Answer | null) : null
    const content = answer && this.rules.contentOf(answer)
    if (!answer || content === null) return false
    const [base, theirs] = [this.base, { content, revision: answer.revision }]
    const { conflicting } = this.rules.merge({ base: base.content, mine: this.latest, theirs: content })
    this.rules.onAnswer(answer)
    this.rebaseOn(theirs)
    // The content came to the server another way: by the request of a page that was going away.
    if (this.isClean()) this.become({ savedAt: new Date() })
    if (conflicting.length > 0) {
      // Not agreed on yet: after a reload the conflict begins again.
      this.base = base
      this.become({ problem: 'conflict', conflict: { base, theirs, conflicting }, isSaving: false })
    }
    this.keep()
    return true
  }

  private rebaseOn(theirs: Saved<Content>): void {
    const base = this.base.content
    const merge = (mine: Content) => this.rules.merge({ base, mine, theirs: theirs.content }).content
    this.base = theirs
    this.become({}, merge(this.latest))
    this.rules.onRebased?.(merge)
  }

  private handleFailure(error: unknown): boolean {
    const isWorthRetrying =
      !(error instanceof RequestError) || error.status === 0 || error.status === 429 || error.status >= 500
    if (!isWorthRetrying) return this.failed('refused', error)
    this.sendLater(withJitter(this.failures++))
    return this.failed('unreachable', error)
  }

  private failed(problem: SaveProblem, error: unknown = null): false {
    this.keep()
    this.become({ isSaving: false, problem, error })
    return false
  }

  private become(change: Partial<SaveState<Content>>, content = this.latest): void {
    const isNews = Object.entries(change).some(([name, value]) => this.now[name as keyof SaveState<Content>] !== value)
    if (!isNews && content === this.latest) return
    this.latest = content
    if (isNews) this.now = { ...this.now, ...change }
    this.listeners.notify()
  }
}

type Leaving = { start(): void; keep(): void; stop(): void; flush(isLast?: boolean): Promise<boolean> }

/**
 * Saves while the page is shown: sends the rest when it goes away, and asks first where that is not possible.
 */
export function useAutosave(autosave: Leaving & { state(): { problem: unknown } }): void {
  useEffect(() => {
    autosave.start()
    const part = () => {
      autosave.keep()
      void autosave.flush(true)
    }
    const retry = () => void autosave.flush()
    const ask = (event: BeforeUnloadEvent) => {
      if (autosave.state().problem) event.preventDefault()
    }
    addEventListener('pagehide', part)
    addEventListener('online', retry)
    addEventListener('beforeunload', ask)
    return () => {
      removeEventListener('pagehide', part)
      removeEventListener('online', retry)
      removeEventListener('beforeunload', ask)
      autosave.stop()
    }
  }, [autosave])
}

/**
 * Sees to it that what is typed reaches the server: a moment after the last change, one request at a time, each naming the revision
 * that it changes. Until the server has it, it is kept in this tab.
 *
 * Without an answer it tries again by itself. When somebody else saved the same form meanwhile, both versions are brought together;
 * what contradicts waits for the person to decide, and nothing is sent until then.
 */
import type { FormDetail } from '#shared/forms/contract.ts'
import { RequestError } from '../../../lib/requestError.ts'
import { withJitter } from '../../../lib/retry.ts'
import { inTab, isRecord } from '../../../lib/storage.ts'
import { changesBetween, contentOf, type FormContent, isEditable, isNamed } from '../structure/content.ts'
import { mergeContent } from './mergeContent.ts'

/** Why something is not on the server yet. */
type SaveProblem = 'nameless' | 'unreachable' | 'refused' | 'conflict'

export type SaveState = {
  /** When the server last took something. */
  savedAt: Date | null
  isSaving: boolean
  problem: SaveProblem | null
  /** What the server said, with `refused`. */
  error: unknown
  /** With `conflict`: what both began with, and what somebody else saved. */
  conflict: { base: Saved; theirs: Saved } | null
}

type Ports = {
  /** Sends changes; gives the form as the server has it then. */
  send: (changes: Partial<FormContent> & { revision: number }, isLast: boolean) => Promise<FormDetail>
  /** Keeps what the server does not have; null when it has everything. */
  keep: (copy: WorkingCopy | null) => void
  /** Everything that the server said about the form. */
  onAnswer: (form: FormDetail) => void
  /** Somebody else's changes have to go into what is shown. */
  onRebased: (merge: (content: FormContent) => FormContent) => void
}

const pauseMs = 800
const keepMs = 200

export class Autosave {
  private base: Saved
  private content: FormContent
  private readonly ports: Ports
  private readonly listeners = new Set<() => void>()
  private running: Promise<boolean> | undefined
  private sendTimer: ReturnType<typeof setTimeout> | undefined
  private keepTimer: ReturnType<typeof setTimeout> | undefined
  private failures = 0
  private now: SaveState = { savedAt: null, isSaving: false, problem: null, error: null, conflict: null }

  constructor(start: WorkingCopy, ports: Ports) {
    this.base = start.base
    this.content = start.content
    this.ports = ports
  }

  /** Begins to send: what an earlier visit left comes first. */
  start(): void {
    if (!this.isClean()) this.sendLater(0)
  }

  /** A new object at each change, for useSyncExternalStore. */
  readonly state = (): SaveState => this.now

  readonly watch = (listener: () => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Whether the server has everything. */
  isClean(): boolean {
    return (
      this.content === this.base.content || Object.keys(changesBetween(this.base.content, this.content)).length === 0
    )
  }

  /** What the form has become. */
  change(content: FormContent): void {
    if (content === this.content) return
    this.content = content
    clearTimeout(this.keepTimer)
    this.keepTimer = setTimeout(this.keep, keepMs)
    if (this.now.problem === 'conflict') return
    this.become({ isSaving: true })
    this.sendLater(pauseMs)
  }

  /** Sends now what is not sent yet. Whether the server has everything then. */
  flush(isLast = false): Promise<boolean> {
    clearTimeout(this.sendTimer)
    this.running ??= this.run(isLast).finally(() => {
      this.running = undefined
    })
    return this.running
  }

  /** Keeps what is not sent in this tab, without waiting. */
  readonly keep = (): void => {
    clearTimeout(this.keepTimer)
    this.ports.keep(this.isClean() ? null : { base: this.base, content: this.content })
  }

  /**
   * Makes a call that changes the form by other means, after everything typed is saved. False when that could not be; the state says
   * why then. Rejects when the call itself is refused.
   */
  async perform(call: (revision: number) => Promise<FormDetail>): Promise<boolean> {
    if (!(await this.flush())) return false
    try {
      const form = await call(this.base.revision)
      this.base = { ...this.base, revision: form.revision }
      this.ports.onAnswer(form)
      return true
    } catch (error) {
      if (!this.mergeTheirs(error)) throw error
      return false
    }
  }

  /** The form as it was fetched again. Whoever has unsaved changes meets it when they are sent. */
  arrived(form: FormDetail): void {
    if (this.running || !this.isClean() || form.revision <= this.base.revision || !isEditable(form)) return
    this.rebaseOn({ content: contentOf(form), revision: form.revision })
  }

  /** Ends a conflict: what is here now takes the place of what somebody else saved. */
  settle(): void {
    const { conflict } = this.now
    if (!conflict) return
    this.base = conflict.theirs
    this.become({ problem: null, conflict: null, isSaving: true })
    this.sendLater(0)
  }

  /** Nobody edits here any more: sends what is left. */
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
      const sent = this.content
      if (!isNamed(sent)) return this.failed('nameless')
      this.become({ isSaving: true })
      try {
        const changes = changesBetween(this.base.content, sent)
        const form = await this.ports.send({ ...changes, revision: this.base.revision }, isLast)
        this.base = { content: sent, revision: form.revision }
        this.failures = 0
        this.ports.onAnswer(form)
        this.become({ savedAt: new Date(), problem: null, error: null })
      } catch (error) {
        if (!this.mergeTheirs(error)) return this.handleFailure(error)
      }
    }
    this.keep()
    this.become({ isSaving: false, ...(this.now.problem !== 'conflict' && { problem: null, error: null }) })
    return true
  }

  /** Brings together what is here and what somebody else saved. False when that was not the reason of the failure. */
  private mergeTheirs(error: unknown): boolean {
    const form = error instanceof RequestError && error.code === 'stale_revision' ? (error.data as FormDetail) : null
    if (!form || !isEditable(form)) return false
    const [base, theirs] = [this.base, { content: contentOf(form), revision: form.revision }]
    const { conflicting } = mergeContent({ base: base.content, mine: this.content, theirs: theirs.content })
    this.ports.onAnswer(form)
    this.rebaseOn(theirs)
    // What is here came to the server another way: by the request of a page that was going away.
    if (this.isClean()) this.become({ savedAt: new Date() })
    if (conflicting.length > 0) {
      // Not agreed on yet: after a reload the conflict begins again.
      this.base = base
      this.become({ problem: 'conflict', conflict: { base, theirs }, isSaving: false })
    }
    this.keep()
    return true
  }

  private rebaseOn(theirs: Saved): void {
    const base = this.base.content
    const merge = (mine: FormContent) => mergeContent({ base, mine, theirs: theirs.content }).mine
    this.base = theirs
    this.content = merge(this.content)
    this.ports.onRebased(merge)
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

  private become(change: Partial<SaveState>): void {
    const isNews = Object.entries(change).some(([name, value]) => this.now[name as keyof SaveState] !== value)
    if (!isNews) return
    this.now = { ...this.now, ...change }
    for (const listener of this.listeners) listener()
  }
}

/**
 * What is not on the server yet, kept in this tab until it is: it survives a reload, a crash and an ended session. It holds what the
 * server had when the changes began, so that they can be brought together with what others saved meanwhile.
 */

type Saved = { content: FormContent; revision: number }
export type WorkingCopy = { base: Saved; content: FormContent }

const keyOf = (userId: number, formId: number) => `tend_form_${userId}_${formId}`

/** The copy of an earlier visit, or null. */
export function readWorkingCopy(userId: number, formId: number): WorkingCopy | null {
  const kept = inTab.readJson(keyOf(userId, formId))
  return isRecord(kept) && isRecord(kept.base) && isRecord(kept.content) ? (kept as WorkingCopy) : null
}

/** Keeps a copy; without one, forgets it. False when there is no room. */
export function keepWorkingCopy(userId: number, formId: number, copy: WorkingCopy | null): boolean {
  if (copy) return inTab.write(keyOf(userId, formId), JSON.stringify(copy))
  inTab.remove(keyOf(userId, formId))
  return true
}

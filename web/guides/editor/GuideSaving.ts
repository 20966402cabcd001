/** The saving of a guide that is being written: after each pause, one call at a time, nothing of anybody lost. */

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { GuideContent, GuideDetail } from '#shared/guides/contract.ts'
import { api } from '../../api.ts'
import { RequestError } from '../../lib/requestError.ts'
import { withJitter } from '../../lib/retry.ts'
import { useUser } from '../../lib/session/session.ts'
import {
  changedFields,
  changesOf,
  type Fields,
  fieldsOf,
  keepWorkingCopy,
  merge,
  readWorkingCopy,
  type Saved,
  type WorkingCopy,
} from './guideFields.ts'

export type SaveState = {
  fields: Fields
  savedAt: Date | null
  isSaving: boolean
  /** What the server said, or that it could not be reached. */
  error: unknown
  /** What both changed: as somebody else saved it. */
  conflict: { theirs: Saved; names: string[] } | null
}

type Ports = {
  send: (changes: ReturnType<typeof changesOf> & { revision: number }) => Promise<GuideDetail>
  keep: (copy: WorkingCopy | null) => void
  onAnswer: (guide: GuideDetail) => void
}

const pauseMs = 800

class GuideSaving {
  private base: Saved
  private now: SaveState
  private readonly ports: Ports
  private readonly listeners = new Set<() => void>()
  private running: Promise<boolean> | undefined
  private timer: ReturnType<typeof setTimeout> | undefined
  private failures = 0

  constructor(start: WorkingCopy, ports: Ports) {
    this.base = start.base
    this.now = { fields: start.fields, savedAt: null, isSaving: false, error: null, conflict: null }
    this.ports = ports
  }

  /** A new object at each change, for useSyncExternalStore. */
  readonly state = (): SaveState => this.now
  readonly watch = (listener: () => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Sends what an earlier visit left. */
  start(): void {
    if (!this.isClean()) this.sendLater(0)
  }

  get revision(): number {
    return this.base.revision
  }

  isClean(): boolean {
    return changedFields(this.base.fields, this.now.fields).length === 0
  }

  change(patch: Fields): void {
    const fields = { ...this.now.fields, ...patch }
    this.become({ fields })
    this.keep()
    if (this.now.conflict) return
    if (!this.isClean()) this.become({ isSaving: true })
    this.sendLater(pauseMs)
  }

  /** Sends now what is not sent yet. Whether the server has everything then. */
  flush(): Promise<boolean> {
    clearTimeout(this.timer)
    this.running ??= this.run().finally(() => {
      this.running = undefined
    })
    return this.running
  }

  /** The guide as it came from the server another way: fetched again, published. */
  arrived(guide: GuideDetail): void {
    if (!guide.draft || this.running || guide.revision <= this.base.revision || !this.isClean()) return
    this.base = { fields: fieldsOf(guide, guide.draft), revision: guide.revision }
    this.become({ fields: this.base.fields })
  }

  /** Ends a conflict: by what is here, or by what somebody else saved. */
  settle(mine: boolean): void {
    const { conflict } = this.now
    if (!conflict) return
    const taken = Object.fromEntries(conflict.names.map(name => [name, conflict.theirs.fields[name]]))
    this.base = conflict.theirs
    this.become({ conflict: null, error: null, ...(!mine && { fields: { ...this.now.fields, ...taken } }) })
    this.keep()
    this.sendLater(0)
  }

  stop(): void {
    this.keep()
    if (!this.isClean()) void this.flush()
  }

  private sendLater(ms: number): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => void this.flush(), ms)
  }

  private async run(): Promise<boolean> {
    while (!this.isClean()) {
      if (this.now.conflict) return false
      const sent = this.now.fields
      this.become({ isSaving: true })
      try {
        const guide = await this.ports.send({ ...changesOf(this.base.fields, sent), revision: this.base.revision })
        this.base = { fields: sent, revision: guide.revision }
        this.failures = 0
        this.ports.onAnswer(guide)
        this.become({ savedAt: new Date(), error: null })
      } catch (error) {
        if (!this.mergeTheirs(error)) return this.failed(error)
      }
    }
    this.keep()
    this.become({ isSaving: false })
    return true
  }

  private mergeTheirs(error: unknown): boolean {
    const isStale = error instanceof RequestError && error.code === 'stale_revision'
    const guide = isStale ? (error.data as GuideDetail) : null
    if (!guide?.draft) return false
    const theirs = { fields: fieldsOf(guide, guide.draft), revision: guide.revision }
    const { fields, conflicting } = merge({
      base: this.base.fields,
      mine: this.now.fields,
      theirs: theirs.fields,
    })
    this.ports.onAnswer(guide)
    // An unresolved conflict begins again after a reload, so its base stays.
    if (conflicting.length === 0) this.base = theirs
    this.become({
      fields,
      ...(conflicting.length > 0 && { conflict: { theirs, names: conflicting }, isSaving: false }),
    })
    this.keep()
    return true
  }

  private failed(error: unknown): false {
    const isWorthRetrying =
      !(error instanceof RequestError) || error.status === 0 || error.status === 429 || error.status >= 500
    if (isWorthRetrying) this.sendLater(withJitter(this.failures++))
    this.keep()
    this.become({ isSaving: false, error })
    return false
  }

  private keep(): void {
    this.ports.keep(this.isClean() ? null : { base: this.base, fields: this.now.fields })
  }

  private become(change: Partial<SaveState>): void {
    this.now = { ...this.now, ...change }
    for (const listener of this.listeners) listener()
  }
}

/** A guide that is being written, from opening its page to leaving it. */
export function useGuideSaving(guide: GuideDetail, draft: GuideContent) {
  const queries = useQueryClient()
  const userId = useUser()?.id ?? 0
  const [start] = useState(() => readWorkingCopy(userId, guide.id))
  const [saving] = useState(() => {
    const fields = fieldsOf(guide, draft)
    return new GuideSaving(start ?? { base: { fields, revision: guide.revision }, fields }, {
      send: changes => api.guides.update({ id: guide.id, ...changes }),
      keep: copy => keepWorkingCopy(userId, guide.id, copy),
      onAnswer: answer => {
        queries.setQueryData(api.guides.get.query({ id: guide.id }).queryKey, answer)
        for (const { key } of [api.guides.list, api.guides.all]) queries.invalidateQueries({ queryKey: key })
      },
    })
  })
  const state = useSyncExternalStore(saving.watch, saving.state)
  useEffect(() => saving.arrived(guide), [saving, guide])
  useEffect(() => {
    saving.start()
    const send = () => void saving.flush()
    const ask = (event: BeforeUnloadEvent) => {
      if (saving.state().error || saving.state().conflict) event.preventDefault()
    }
    addEventListener('pagehide', send)
    addEventListener('online', send)
    addEventListener('beforeunload', ask)
    return () => {
      removeEventListener('pagehide', send)
      removeEventListener('online', send)
      removeEventListener('beforeunload', ask)
      saving.stop()
    }
  }, [saving])
  return { saving, state, wasRestored: start !== null }
}

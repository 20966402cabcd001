import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { PublicForm } from '#shared/public-links/publicForm.ts'
import { visitorId } from '../../lib/encryption/deviceKey.ts'
import { Outbox, withTabLock } from '../../lib/offline/outbox.ts'
import { isUnderway } from '../../lib/offline/outboxHandler.ts'
import type { RequestError } from '../../lib/requestError.ts'
import { type Entry, isOfForm } from '../storage/entry.ts'
import type { Link } from './publicLink.ts'
import { publicSessionHandler, type Told } from './publicSessionHandler.ts'
import { isBegunBy, openPublicSession, type PublicSession } from './publicSessions.ts'

type Found = { session?: PublicSession; error?: unknown }

/** The answers of a form on this device; neither a visit nor an error while they are read. `restart` reads again. */
export function usePublicSession(form: PublicForm, link: Link) {
  const [attempt, setAttempt] = useState(0)
  const [found, setFound] = useState<Found>({})
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt looks again
  useEffect(() => {
    let isOver = false
    const tell = (news: Found) => isOver || setFound(news)
    openPublicSession(form, link).then(
      session => tell({ session }),
      error => {
        console.error('This device keeps nothing', error)
        tell({ error })
      },
    )
    return () => {
      isOver = true
    }
  }, [form, link, attempt])
  const restart = useCallback(() => {
    setFound({})
    setAttempt(count => count + 1)
  }, [])
  return { ...found, restart }
}

const exclusively = withTabLock('tend-public-form')

type Ways = { isChannel: boolean } & Pick<Told, 'onSent' | 'onReported' | 'onLocked'>

export type Sending = {
  isBusy: boolean
  /** Why it was not sent the last time. */
  problem: RequestError | undefined
  sendNow: () => Promise<void>
}

/**
 * Sends what a visitor completed, while the page is open, by an outbox of this page's own: at once, again when
 * there is signal, when the page is looked at, after a while, and whenever the visitor presses Send. A refusal gives
 * the form back to be put right.
 */
export function useSending(link: Link, entry: Entry, ways: Ways): Sending {
  const { isChannel } = ways
  const isDue = isUnderway(entry)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<RequestError>()
  const latest = useRef(ways)
  latest.current = ways

  const outbox = useMemo(() => {
    const handler = publicSessionHandler(link, isChannel, {
      onBusy: setBusy,
      onProblem: setProblem,
      onSent: answer => latest.current.onSent(answer),
      onReported: reported => latest.current.onReported(reported),
      onLocked: () => latest.current.onLocked(),
    })
    // What was begun by another link waits until that is open again, with its own PIN.
    const handlers = {
      all: [handler],
      of: (one: object) => (isOfForm(one) && isBegunBy(link, one) ? handler : undefined),
    }
    return new Outbox({ handlers: async () => handlers, sender: () => ({ id: visitorId, company_id: 0 }), exclusively })
  }, [link, isChannel])

  useEffect(() => {
    if (!isDue) return
    void outbox.sendNow()
    const again = () => void (document.visibilityState === 'visible' && outbox.sendNow())
    addEventListener('online', again)
    document.addEventListener('visibilitychange', again)
    return () => {
      outbox.stop()
      removeEventListener('online', again)
      document.removeEventListener('visibilitychange', again)
    }
  }, [isDue, outbox])

  return { isBusy, problem, sendNow: outbox.sendNow }
}

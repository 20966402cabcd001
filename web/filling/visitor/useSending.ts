/**
 * Sends what a visitor completed, for as long as the page is open: at once, again when there is signal, when the page is looked at, after a
 * while, and whenever the visitor presses Send. A refusal gives the form back to be put right.
 */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { PublicSubmission } from '#shared/forms/publicForm.ts'
import { backOff } from '../../lib/offline/backOff.ts'
import { visitorId } from '../../lib/offline/deviceKey.ts'
import { type Entry, isUnderway } from '../../lib/offline/entry.ts'
import { change } from '../../lib/offline/journal.ts'
import { oneTab } from '../../lib/offline/oneTab.ts'
import { RequestError } from '../../lib/requestError.ts'
import type { Link } from './address.ts'
import { deliverVisit } from './deliverVisit.ts'
import { isAboutPin, isNoAnswer } from './useForm.ts'

const exclusively = oneTab('tend-public-form')

type Ways = { onSent: (answer: PublicSubmission) => void; onLocked: () => void }

export type Sending = {
  isBusy: boolean
  /** Why it was not sent the last time. */
  problem: RequestError | undefined
  hurry: () => Promise<void>
}

export function useSending(link: Link, entry: Entry, ways: Ways): Sending {
  const { uuid } = entry
  const isDue = isUnderway(entry)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<RequestError>()
  const failures = useRef(0)
  const latest = useRef(ways)
  latest.current = ways

  const hurry = useCallback(
    async () =>
      void (await exclusively(async () => {
        setBusy(true)
        try {
          const answer = await deliverVisit(link, uuid)
          setProblem(undefined)
          if (answer) latest.current.onSent(answer)
        } catch (error) {
          failures.current++
          const why = asRequestError(error)
          await noteFailure(uuid, why)
          setProblem(why)
          if (isAboutPin(why)) latest.current.onLocked()
        } finally {
          setBusy(false)
        }
      })),
    [link, uuid],
  )

  useEffect(() => {
    if (!isDue) return
    void hurry()
    const again = () => void (document.visibilityState === 'visible' && hurry())
    addEventListener('online', again)
    document.addEventListener('visibilitychange', again)
    return () => {
      removeEventListener('online', again)
      document.removeEventListener('visibilitychange', again)
    }
  }, [isDue, hurry])

  useEffect(() => {
    if (!isDue || !problem || isBusy) return
    const wait = Math.max(backOff(failures.current), (problem.retryAfter ?? 0) * 1000)
    const timer = setTimeout(() => void hurry(), wait)
    return () => clearTimeout(timer)
  }, [isDue, problem, isBusy, hurry])

  return { isBusy, problem, hurry }
}

/** Where nothing was decided, or only the PIN was wanting, it waits; what was refused can be changed again. */
function noteFailure(uuid: string, error: RequestError) {
  const { status, code, message } = error
  const state = isNoAnswer(error) || isAboutPin(error) ? 'waiting' : 'refused'
  const last_error = { status, code, message, at: new Date().toISOString() }
  return change(visitorId, uuid, entry => ({ ...entry, state, last_error }))
}

const asRequestError = (error: unknown): RequestError =>
  error instanceof RequestError ? error : new RequestError({ status: 0, code: 'unknown_error' })

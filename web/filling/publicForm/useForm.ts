/**
 * What the address of a public form leads to: asked for when the page opens, when a PIN is given, and when the visitor
 * tries again.
 */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Logo } from '#shared/companies/contract.ts'
import type { PublicForm, PublicPinAsked } from '#shared/public-links/publicForm.ts'
import { RequestError } from '../../lib/requestError.ts'
import { forgetPin, getForm, keepPin, knownPin, type Link } from './publicLink.ts'

type LinkOwner = { company: string; logo: Logo | null }

type Found =
  | { kind: 'loading' }
  | { kind: 'locked'; company: string; logo: Logo | null }
  | { kind: 'open'; form: PublicForm }
  | { kind: 'closed'; error: RequestError }

export function useForm(link: Link) {
  const { id, token } = link
  const [found, show] = useState<Found>({ kind: 'loading' })
  /** An older answer tells nothing any more. */
  const latest = useRef(0)
  const owner = useRef<LinkOwner>({ company: '', logo: null })

  const look = useCallback(async () => {
    const turn = ++latest.current
    const setFound: typeof show = next => turn === latest.current && show(next)
    try {
      const form = await getForm({ id, token }, knownPin({ id, token }))
      owner.current = { company: form.company_name, logo: form.company_logo }
      setFound({ kind: 'open', form })
    } catch (error) {
      if (isAboutPin(error)) {
        owner.current = ownerIn(error) ?? owner.current
        forgetPin({ id, token })
        return setFound({ kind: 'locked', ...owner.current })
      }
      const form = isNoAnswer(error) ? await keptForm({ id, token }) : undefined
      setFound(form ? { kind: 'open', form } : { kind: 'closed', error: asRequestError(error) })
    }
  }, [id, token])

  useEffect(() => void look(), [look])

  /** Opens the form with a PIN. Throws a `RequestError` when it is another. */
  async function unlock(pin: string) {
    const form = await getForm(link, pin)
    keepPin(link, pin)
    latest.current++
    show({ kind: 'open', form })
  }

  /** The PIN has changed in between; typed answers stay. */
  const lock = useCallback(() => {
    forgetPin({ id, token })
    latest.current++
    show({ kind: 'locked', ...owner.current })
  }, [id, token])

  const retry = () => {
    show({ kind: 'loading' })
    return look()
  }
  return { found, unlock, lock, retry }
}

/** Continues with the form that this device stores while the server cannot be reached. */
const keptForm = async (link: Link) => (await import('./publicSessions.ts')).keptForm(link).catch(() => undefined)

/** Whether the server wants a PIN, or another one. */
export const isAboutPin = (error: unknown): error is RequestError =>
  error instanceof RequestError && (error.code === 'pin_required' || error.code === 'wrong_pin')

/** Whether nothing was decided: no signal, a server that is down, or too many calls. */
export const isNoAnswer = (error: unknown): boolean => !(error instanceof RequestError) || error.isPassing

function ownerIn({ data }: RequestError): LinkOwner | undefined {
  if (typeof data !== 'object' || data === null || !('company_name' in data)) return undefined
  const { company_name, company_logo } = data as PublicPinAsked
  return { company: company_name, logo: company_logo ?? null }
}

const asRequestError = (error: unknown): RequestError =>
  error instanceof RequestError ? error : new RequestError({ status: 0, code: 'unknown_error' })

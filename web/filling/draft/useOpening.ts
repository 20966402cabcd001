import { useEffect, useRef, useState } from 'react'
import { retryLater } from '../../lib/offline/retry.ts'
import { RequestError } from '../../lib/requestError.ts'
import { addressOf, type Found, foundSoFar, takeBegun } from './beginOpening.ts'
import type { FillingSearch } from './fillingSearch.ts'
import { openDraft } from './openDraft.ts'

/**
 * What an address of a form to fill in leads to; neither an opening nor an error while that is being found out, which mostly was begun before
 * there was a screen. What may be otherwise in a moment is tried again by itself; what was found stands meanwhile, and `isTrying` says that
 * it is asked anew.
 */
export function useOpening(id: string, search: FillingSearch): Found & { isTrying: boolean; retry: () => void } {
  const { form, task, about } = search
  const [attempt, setAttempt] = useState(0)
  const address = addressOf(id, search)
  const [found, setFound] = useState<Found & { address?: string; attempt?: number }>(() => {
    const { opening } = foundSoFar(address)
    return opening ? { opening, address, attempt } : {}
  })
  const tries = useRef(0)
  const retry = () => setAttempt(count => count + 1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `retry` is the same however often it is made
  useEffect(() => {
    let isOver = false
    let callOff = () => {}
    const wanted = {
      ...(form !== undefined && { form }),
      ...(task !== undefined && { task }),
      ...(about !== undefined && { about }),
    }
    const tell = (result: Found) => {
      if (isOver) return
      // What the screen began with is not drawn again.
      setFound(before =>
        result.opening && before.opening === result.opening ? before : { ...result, address, attempt },
      )
      if (mayChange(result)) callOff = retryLater(retry, tries.current++)
      else tries.current = 0
    }
    const opening = takeBegun(address) ?? openDraft(id, wanted)
    opening.then(
      opening => tell({ opening }),
      error => tell({ error }),
    )
    return () => {
      isOver = true
      callOff()
    }
  }, [id, form, task, about, address, attempt])
  const isTrying = found.address !== address || found.attempt !== attempt
  const stands = found.address === address && (!isTrying || mayChange(found))
  const { opening, error } = stands ? found : {}
  return { ...(opening && { opening }), ...(error !== undefined && { error }), isTrying, retry }
}

/** Whether it may be otherwise in a moment, without anything that the person does. */
function mayChange({ opening, error }: Found): boolean {
  if (error instanceof RequestError) return error.isPassing
  return error !== undefined || (opening?.kind === 'unknown' && opening.isUnasked === true)
}

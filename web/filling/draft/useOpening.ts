import { useEffect, useRef, useState } from 'react'
import { tryAgain } from '../../lib/offline/tryAgain.ts'
import { RequestError } from '../../lib/requestError.ts'
import type { FillingSearch } from './fillingSearch.ts'
import { type Opening, openDraft } from './openDraft.ts'

type Result = { opening?: Opening; error?: unknown }

/**
 * What an address of a form to fill in leads to; neither an opening nor an error while that is being found out. What may be otherwise in a
 * moment is tried again by itself; what was found stands meanwhile, and `isTrying` says that it is asked anew.
 */
export function useOpening(id: string, search: FillingSearch): Result & { isTrying: boolean; retry: () => void } {
  const { form, task, about } = search
  const [attempt, setAttempt] = useState(0)
  const [found, setFound] = useState<Result & { address?: string; attempt?: number }>({})
  const tries = useRef(0)
  const address = JSON.stringify([id, form, task, about])
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
    const tell = (result: Result) => {
      if (isOver) return
      setFound({ ...result, address, attempt })
      if (mayChange(result)) callOff = tryAgain(retry, tries.current++)
      else tries.current = 0
    }
    openDraft(id, wanted).then(
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
function mayChange({ opening, error }: Result): boolean {
  if (error instanceof RequestError) return error.isPassing
  return error !== undefined || (opening?.kind === 'unknown' && opening.isUnasked === true)
}

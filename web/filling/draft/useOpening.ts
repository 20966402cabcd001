import { useEffect, useState } from 'react'
import type { FillingSearch } from './fillingSearch.ts'
import { type Opening, openDraft } from './openDraft.ts'

type Result = { opening?: Opening; error?: unknown }

/** What an address of a form to fill in leads to; neither an opening nor an error while that is being found out. */
export function useOpening(id: string, search: FillingSearch): Result & { retry: () => void } {
  const { form, task, about } = search
  const [attempt, setAttempt] = useState(0)
  const [found, setFound] = useState<Result & { of?: string }>({})
  const of = JSON.stringify([id, form, task, about, attempt])
  useEffect(() => {
    let isOver = false
    const tell = (result: Result) => isOver || setFound({ ...result, of })
    const wanted = {
      ...(form !== undefined && { form }),
      ...(task !== undefined && { task }),
      ...(about !== undefined && { about }),
    }
    openDraft(id, wanted).then(
      opening => tell({ opening }),
      error => tell({ error }),
    )
    return () => {
      isOver = true
    }
  }, [id, form, task, about, of])
  return { ...(found.of === of && found), retry: () => setAttempt(count => count + 1) }
}

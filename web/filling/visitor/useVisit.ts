import { useCallback, useEffect, useState } from 'react'
import type { PublicForm } from '#shared/public-links/publicForm.ts'
import type { Link } from './address.ts'
import { openVisit, type Visit } from './visits.ts'

type Found = { visit?: Visit; error?: unknown }

/** What is filled in of a form on this device; neither a visit nor an error while that is looked up. `restart` looks anew. */
export function useVisit(form: PublicForm, link: Link) {
  const [attempt, setAttempt] = useState(0)
  const [found, setFound] = useState<Found>({})
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt looks anew
  useEffect(() => {
    let isOver = false
    const tell = (news: Found) => isOver || setFound(news)
    openVisit(form, link).then(
      visit => tell({ visit }),
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

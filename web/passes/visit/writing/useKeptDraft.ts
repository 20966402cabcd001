import { useEffect, useRef, useState } from 'react'
import { useWriting } from './WritingProvider.tsx'

/**
 * Keeps a draft on the device with each change, so that a reload loses nothing. Null until it is known what was kept.
 */
export function useKeptDraft<Draft>(name: string, blank: Draft) {
  const { unsent, isPreview } = useWriting()
  const [draft, setDraft] = useState<Draft | null>(null)
  const first = useRef(blank)
  useEffect(() => {
    let isLeft = false
    unsent?.draft(name).then(kept => isLeft || setDraft((kept as Draft | null) ?? first.current))
    return () => {
      isLeft = true
    }
  }, [unsent, name])
  /** Changes fields, or with null begins again. */
  const change = (changes: Partial<Draft> | null) => {
    setDraft(before => {
      const next = changes ? { ...(before ?? first.current), ...changes } : first.current
      // A device without room shows what is typed all the same; sending says so.
      if (!isPreview) void unsent?.keepDraft(name, changes ? next : null).catch(() => undefined)
      return next
    })
  }
  return { draft, change }
}

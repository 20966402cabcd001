import { type RefObject, useEffect, useRef } from 'react'

/** Takes whoever comes back from a row to where it stands among the others. */
export function useReturn(isBack: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null)
  const wasBack = useRef(isBack)
  useEffect(() => {
    if (wasBack.current) button.current?.focus()
  }, [])
  return button
}

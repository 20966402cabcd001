import { useMemo } from 'react'
import { useShown } from '../EditingContext.tsx'

/** The elements with mistakes, but for the one that is just being written. The same set for as long as they are the same. */
export function useWrongElements(): ReadonlySet<string> {
  const { state, mistakes } = useShown()
  const { fresh } = state
  return useMemo(
    () => new Set(mistakes.map(({ element }) => element).filter(element => element !== fresh)),
    [mistakes, fresh],
  )
}

import { useEffect } from 'react'

/** While a page on a phone needs all of it, the bars of the shell make room (their styles know the word). */
export function useFullScreenLayout(isQuiet = true): void {
  useEffect(() => {
    if (!isQuiet) return
    document.documentElement.dataset.shell = 'quiet'
    return () => {
      delete document.documentElement.dataset.shell
    }
  }, [isQuiet])
}

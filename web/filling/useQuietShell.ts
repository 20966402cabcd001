import { useEffect } from 'react'

/** While a form is filled in on a phone, the bars of the shell make room for the form's own (their styles know the word). */
export function useQuietShell(): void {
  useEffect(() => {
    document.documentElement.dataset.shell = 'quiet'
    return () => {
      delete document.documentElement.dataset.shell
    }
  }, [])
}

import { useState } from 'react'

/**
 * An async action of a button that is no call of `api`: `run` starts it, `isBusy` holds while it runs, `error` is why
 * the last run failed. Calls of `api` use TanStack's `useMutation`.
 */
export function useAction<Given extends unknown[]>(work: (...given: Given) => unknown) {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()

  async function run(...given: Given): Promise<void> {
    setBusy(true)
    setError(undefined)
    try {
      await work(...given)
    } catch (cause) {
      setError(cause)
    } finally {
      setBusy(false)
    }
  }
  return { run, isBusy, error }
}

/** What an action returns that leaves the page: its button stays busy until then. */
export const untilLeft = new Promise<never>(() => undefined)

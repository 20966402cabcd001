import { useEffect, useState } from 'react'
import { request } from '../lib/client.ts'
import { RequestError } from '../lib/requestError.ts'

type Description<T> = { found?: T; problem?: RequestError }

/** What a link is good for, asked once; looking at it changes nothing. */
export function useDescription<T>(path: string): Description<T> {
  const [description, setDescription] = useState<Description<T>>({})
  useEffect(() => {
    request<T>('GET', path).then(
      found => setDescription({ found }),
      error =>
        setDescription({
          problem: error instanceof RequestError ? error : new RequestError({ status: 0, code: 'unknown_error' }),
        }),
    )
  }, [path])
  return description
}

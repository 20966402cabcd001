import { useEffect, useState } from 'react'
import type { auth } from '#shared/accounts/contract.ts'
import type { ResultOf } from '#shared/lib/contract.ts'
import { request } from '../lib/client.ts'

type EntranceOptions = ResultOf<typeof auth.options>

/** Which ways in this tend offers; undefined until it is known. */
export function useEntranceOptions(): EntranceOptions | undefined {
  const [options, setOptions] = useState<EntranceOptions>()
  useEffect(() => {
    request<EntranceOptions>('GET', '/auth/options').then(setOptions, () => undefined)
  }, [])
  return options
}

import { expect, test } from 'vitest'
import { RequestError } from './requestError.ts'
import { abortAll, withTimeout } from './withTimeout.ts'

test('a call that waits for ever is broken off as without a network, and the next one gets through', async () => {
  let isDead = true
  const call = withTimeout((wish: string, options?: { signal?: AbortSignal }) =>
    isDead
      ? new Promise<string>((_, reject) =>
          options?.signal?.addEventListener('abort', () => reject(options.signal?.reason)),
        )
      : Promise.resolve(wish),
  )
  const waiting = call('the count of ewes')
  abortAll()
  await expect(waiting).rejects.toMatchObject({ status: 0, code: 'network_error' })
  isDead = false
  expect(await call('the count of ewes')).toBe('the count of ewes')
})

test('what the server refuses is told as it is', async () => {
  const refused = withTimeout(() => Promise.reject(new RequestError({ status: 404, code: 'not_found' })))
  await expect(refused(undefined)).rejects.toMatchObject({ status: 404 })
})

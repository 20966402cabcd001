/** Calls of the API beside the screens: what a journey needs to be there before, and what has to be true behind it. */
import type { APIRequestContext } from '@playwright/test'

/** What JSON gives where a journey says nothing more exact. */
type Anything = ReturnType<JSON['parse']>

/** A page of any engine that runs what it is given. */
export type Caller = { evaluate<T, Given>(run: (given: Given) => T | Promise<T>, given: Given): Promise<T> }

/** Calls the API as the person of this page, as from another device. */
export const call = <T = Anything>(page: Caller, method: string, path: string, body?: object): Promise<T> =>
  page.evaluate(
    async ([method, path, body]) => {
      const headers = {
        Authorization: `Bearer ${localStorage.getItem('tend_token')}`,
        ...(body && { 'Content-Type': 'application/json' }),
      }
      const response = await fetch(`/api${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
      const answer = await response.json()
      if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`)
      return answer.data
    },
    [method, path, body] as const,
  )

export type Me = { id: number; company_id: number }

/** Who works on this page, and in which company. */
export const me = (page: Caller) => call<Me>(page, 'GET', '/auth/user')

/** Calls the API outside any page, with a token or as a stranger. */
export async function ask<T = Anything>(
  api: APIRequestContext,
  token: string,
  method: string,
  path: string,
  data?: object,
): Promise<T> {
  const headers: Record<string, string> = token ? { Authorization: `Bearer ${token}` } : {}
  const response = await api.fetch(`/api${path}`, { method, data, headers })
  const answer: { data: T } = await response.json()
  if (!response.ok()) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`)
  return answer.data
}

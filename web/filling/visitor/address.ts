/** Where a public form is, as the address names it. */
export type Link = { id: string; token: string }

/** Under `success` the visitor is thanked: no token is that short. */
export const thanksPath = (id: string) => `/form/${id}/public/success`

/** The form again, in the language in which it was read. */
export const formPath = ({ id, token }: Link) => `/form/${id}/public/${token}${location.search}`

/** Changes what stands after the question mark, and keeps the rest of it; `state` is for the way back. */
export function withSearch(name: string, value: string | undefined): string {
  const search = new URLSearchParams(location.search)
  if (value === undefined) search.delete(name)
  else search.set(name, value)
  const text = search.toString()
  return location.pathname + (text && `?${text}`)
}

import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'

type Row = { id: number; name: string }
type RowNameProps<Found extends Row> = {
  id: number
  /** The call that fetches it. */
  get: { query: (input: { id: number }) => UseQueryOptions<Found, Error, Found, QueryKey> }
  /** Its page, if the name is to lead there. */
  href?: string
}

/** The name of a row that is known by its id. */
export function RowName<Found extends Row>({ id, get, href }: RowNameProps<Found>) {
  const { data } = useQuery(get.query({ id }))
  if (!data) return null
  const name = <bdi>{data.name}</bdi>
  return href ? <Link to={href}>{name}</Link> : name
}

import { useNavigate, useRouterState } from '@tanstack/react-router'

/** The row of a list whose sheet is open. Its id stands behind the # of the address: the back button closes it, a link opens it. */
export function useShownRow<Row extends { id: number }>(rows: readonly Row[] | undefined) {
  const navigate = useNavigate()
  const { pathname, searchStr, hash } = useRouterState({ select: state => state.location })
  const href = ({ id }: { id: number }) => `${pathname}${searchStr}#${id}`
  return {
    /** Of that row, also where it is not among these rows. */
    id: /^\d+$/.test(hash) ? Number(hash) : undefined,
    shown: rows?.find(row => String(row.id) === hash),
    href,
    show: (row: { id: number }) => navigate({ href: href(row) }),
    close: () => navigate({ href: pathname + searchStr, replace: true, resetScroll: false }),
  }
}

import { useNavigate } from '@tanstack/react-router'

type Search = Record<string, unknown>
type Change = Search | ((last: Search) => Search)

/**
 * Changes what the page's own address asks for, of which empty values are left out. It works from what was asked for last: the page shows that
 * a moment later, and whoever presses twice meanwhile has pressed twice. What depends on it is given as a function.
 */
export function useChangeSearch() {
  const navigate = useNavigate()
  return (change: Change, options: { replace?: boolean } = {}) =>
    navigate({
      to: '.',
      search: ((last: Search) =>
        present({ ...last, ...(typeof change === 'function' ? change(last) : change) })) as never,
      ...options,
    })
}

const present = (search: Search) =>
  Object.fromEntries(
    Object.entries(search).filter(([, value]) => value !== undefined && value !== '' && value !== null),
  )

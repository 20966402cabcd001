import { useDebouncedValue } from '@mantine/hooks'
import { useQueries } from '@tanstack/react-query'
import type { RegisterType } from '#shared/forms/registerTypes.ts'
import type { ReadRow } from './findRead.ts'
import { namesLeftOut, registerSearch } from './registerNames.ts'

/** How many rows of some registers this device has no names of, and those that the server finds among them by what was typed. */
export function useLeftOut<Type extends RegisterType>(
  types: readonly Type[],
  typed: string,
): { leftOut: number; found: ReadRow<Type>[] } {
  const [search] = useDebouncedValue(typed.trim(), 250)
  const counts = useQueries({ queries: types.map(namesLeftOut) }).map(({ data = 0 }) => data)
  const answers = useQueries({
    queries: types.map((type, index) => ({
      ...registerSearch(type, search),
      enabled: (counts[index] ?? 0) > 0 && search !== '',
    })),
  })
  return {
    leftOut: counts.reduce((sum, count) => sum + count, 0),
    found: types.flatMap((type, index) => answers[index]?.data?.map(row => ({ ...row, type })) ?? []),
  }
}

import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { RegisterType } from '#shared/forms/registerTypes.ts'
import { namesLeftOut, type RegisterName, registerSearch } from './registerNames.ts'

/** How many rows of a register this device has no names of, and those that the server finds among them by what was typed. */
export function useLeftOut(type: RegisterType, typed: string): { leftOut: number; found: RegisterName[] } {
  const [search] = useDebouncedValue(typed.trim(), 250)
  const { data: leftOut = 0 } = useQuery(namesLeftOut(type))
  const { data: found = [] } = useQuery({ ...registerSearch(type, search), enabled: leftOut > 0 && search !== '' })
  return { leftOut, found }
}

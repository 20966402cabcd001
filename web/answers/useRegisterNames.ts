import { useQueries } from '@tanstack/react-query'
import type { RegisterType } from '#shared/forms/registerTypes.ts'
import { unsentRows } from '../lib/offline/newRowEntry.ts'
import { useUnsent } from '../lib/offline/unsent.ts'
import { useUser } from '../lib/session/session.ts'
import { nameOf, type RegisterName, registerNames } from './registerNames.ts'

/** The names of each of these registers, after those that this device registered and the server does not know yet. */
export function useRegisterNames(
  types: readonly RegisterType[],
): { data: RegisterName[] | undefined; isPending: boolean }[] {
  const found = useQueries({ queries: types.map(type => registerNames(type)) })
  const { entries } = useUnsent()
  const companyId = useUser()?.company_id
  return types.map((type, index) => {
    const added = unsentRows(entries, type, companyId).map(({ input, title, temporary_id = 0 }) =>
      nameOf({ ...input, name: title, id: temporary_id }),
    )
    const { data, isPending = true } = found[index] ?? {}
    return { data: added.length > 0 ? [...added, ...(data ?? [])] : data, isPending: isPending && added.length === 0 }
  })
}

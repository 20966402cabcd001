import { useQuery } from '@tanstack/react-query'
import type { Definition } from '#shared/forms/definition.ts'
import { missingTables } from '#shared/forms/tables/contents.ts'
import { useUser } from '../lib/session/session.ts'

/** Whether the tables of a form are at hand, or cannot be had; without them, rows of tables have no words. */
export function useTables(definition: Definition | undefined): boolean {
  const user = useUser()
  const missing = definition ? missingTables(definition) : []
  const { isFetched } = useQuery({
    queryKey: ['form-tables', user?.id, missing.join()],
    queryFn: async () => {
      // Few forms have tables; the code for them is loaded with the first.
      const { loadTables } = await import('./keepTables.ts')
      if (user && definition) await loadTables(user.id, definition)
      return true
    },
    enabled: missing.length > 0 && user !== undefined && user !== null,
    networkMode: 'always',
    retry: false,
    gcTime: 0,
  })
  return missing.length === 0 || isFetched
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ListSettings, ViewedList } from '#shared/views/contract.ts'
import { api } from '../api.ts'
import { tellProblem } from '../ui/toast.tsx'

/** Keeps what somebody chooses for themselves in a list: seen at once, taken back where it could not be kept. */
export function useSettings(list: ViewedList) {
  const queries = useQueryClient()
  const { queryKey } = api.views.settings.query({ list })
  const mutationKey = [...queryKey, 'set']
  const set = useMutation({
    mutationKey,
    // One after the other, so that what was chosen last is what stays.
    scope: { id: `settings of ${list}` },
    mutationFn: (chosen: Partial<Pick<ListSettings, 'columns' | 'default_view_id'>>) =>
      api.views.set({ list, ...chosen }),
    onMutate: async chosen => {
      await queries.cancelQueries({ queryKey })
      queries.setQueryData<ListSettings>(queryKey, before => before && { ...before, ...chosen })
    },
    onError: error => void tellProblem(error),
    // What the server says before it has heard the last is no news.
    onSettled: () => (queries.isMutating({ mutationKey }) === 1 ? queries.invalidateQueries({ queryKey }) : undefined),
  })
  return { set, refresh: () => queries.invalidateQueries({ queryKey }) }
}

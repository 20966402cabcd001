import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { forms } from '#shared/forms/contract.ts'
import type { InputOf } from '#shared/lib/contract.ts'
import { api } from '../api.ts'

/** Makes a form and opens its page. */
export function useNewForm() {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const creating = useMutation({
    mutationFn: (draft: InputOf<typeof forms.create>) => api.forms.create(draft),
    onSuccess(form) {
      queries.setQueryData(api.forms.get.query({ id: form.id }).queryKey, form)
      queries.invalidateQueries({ queryKey: api.forms.list.key })
      navigate({ to: '/forms/$id', params: { id: String(form.id) } })
    },
  })
  return { create: creating.mutate, isCreating: creating.isPending }
}

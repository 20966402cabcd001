import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { FormDetail, forms } from '#shared/forms/contract.ts'
import type { InputOf } from '#shared/lib/contract.ts'
import { api } from '../api.ts'
import type { FormAutosave } from './editor/saving/formAutosave.ts'
import { contentOf, isEditable } from './editor/structure/content.ts'

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

/** Copies the form in the editor, with everything typed, and opens the copy. Does nothing while that is not saved. */
export function useDuplicate({ id }: FormDetail, autosave: FormAutosave) {
  const { create, isCreating } = useNewForm()
  const reading = useMutation({
    mutationFn: async () => ((await autosave.flush()) ? api.forms.get({ id }) : null),
    onSuccess(form) {
      if (!form || !isEditable(form)) return
      const content = contentOf(form)
      create({ ...content, name: numbered(content.name) })
    },
  })
  return { duplicate: () => reading.mutate(), isDuplicating: reading.isPending || isCreating }
}

/** The same names, told apart in every language. */
const numbered = (name: FormDetail['name']): FormDetail['name'] =>
  Object.fromEntries(Object.entries(name).map(([language, words]) => [language, `${words} (2)`]))

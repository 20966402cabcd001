import { useMutation } from '@tanstack/react-query'
import type { FormDetail } from '#shared/forms/contract.ts'
import { api } from '../../api.ts'
import { useNewForm } from '../useNewForm.ts'
import type { Autosave } from './saving/Autosave.ts'
import { contentOf, isEditable } from './structure/content.ts'

/** Makes another draft of a form as it stands in the editor, everything typed included, and opens it. Nothing while that is not saved. */
export function useDuplicate({ id }: FormDetail, autosave: Autosave) {
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

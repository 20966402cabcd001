import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../../api.ts'
import { tellDone } from '../../../ui/toast.tsx'
import { useReading } from '../ReadingContext.tsx'
import { findElement } from '../structure/structure.ts'
import { contentOfElements } from './insertion.ts'

/** Keeps an element, with what stands in it and the choices that it takes, for the next forms. */
export function useKeepInLibrary(id: string) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const { definition } = useReading()
  const element = findElement(definition, id)
  const isNamed = Object.values(element?.label ?? {}).some(words => words?.trim())
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      if (element)
        await api.forms.addToLibrary({ name: element.label, content: contentOfElements(definition, [element]) })
    },
    onSuccess: () => tellDone(t('formEditor.said.inLibrary')),
    onSettled: () => queries.invalidateQueries({ queryKey: api.forms.library.key }),
  })
  return { keep: () => mutate(), isKeeping: isPending, canKeep: isNamed }
}

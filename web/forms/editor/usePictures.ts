import { useQueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import type { FormDetail, FormPicture } from '#shared/forms/contract.ts'
import { api } from '../../api.ts'

/** The form whose pictures are shown. */
export const PicturesContext = createContext<FormDetail | null>(null)

/** Where the files of the form's pictures are, those that were just added among them. */
export function usePictures() {
  const form = useContext(PicturesContext)
  const queries = useQueryClient()
  if (!form) throw new Error('No form is shown here')
  const { queryKey } = api.forms.get.query({ id: form.id })
  return {
    pathOf: (uuid: string) => form.pictures.find(picture => picture.uuid === uuid)?.path,
    add: (picture: FormPicture) =>
      queries.setQueryData<FormDetail>(
        queryKey,
        before => before && { ...before, pictures: [...before.pictures, picture] },
      ),
  }
}

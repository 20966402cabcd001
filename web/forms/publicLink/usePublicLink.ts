import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormDetail } from '#shared/forms/contract.ts'
import type { PublicLink, publicLinks } from '#shared/forms/public/publicLink.ts'
import type { InputOf } from '#shared/lib/contract.ts'
import type { RequestError } from '../../lib/requestError.ts'
import { formsApi, publicLinksApi } from '../api.ts'

type Changes = Omit<InputOf<typeof publicLinks.set>, 'id' | 'revision'>

/** Makes, changes and takes back the public link of a form. What went wrong is for the sheet to say. */
export function usePublicLink({ id, public_link }: FormDetail) {
  const queryClient = useQueryClient()
  const { queryKey } = formsApi.get.query({ id })
  const show = (link: PublicLink | null) =>
    queryClient.setQueryData<FormDetail>(queryKey, form => form && { ...form, public_link: link })

  const set = useMutation<PublicLink, RequestError, Changes>({
    mutationFn: changes =>
      publicLinksApi.set({ id, ...changes, ...(public_link && { revision: public_link.revision }) }),
    onSuccess: show,
    onError(error) {
      // Somebody else changed it meanwhile: it is shown as it is now, and what was typed stays.
      if (error.code === 'stale_revision') show(error.data as PublicLink)
    },
  })
  const revoke = useMutation<null, RequestError>({
    mutationFn: () => publicLinksApi.remove({ id }),
    onSuccess: () => show(null),
    onError: () => undefined,
  })
  return { set, revoke }
}

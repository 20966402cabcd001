import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { FormDetail } from '#shared/forms/contract.ts'
import type { PublicLink, publicLinks } from '#shared/forms/public/publicLink.ts'
import type { InputOf } from '#shared/lib/contract.ts'
import type { Page } from '#shared/lib/paging.ts'
import { api } from '../../api.ts'
import type { RequestError } from '../../lib/requestError.ts'
import { Notice } from '../../ui/Notice.tsx'

type Changes = Omit<InputOf<typeof publicLinks.create>, 'id'>

/** As many as a form has at the most. */
const all = { per_page: 100 } as const

/** The links of a form, as they were made. */
export const usePublicLinks = ({ id }: FormDetail) => useQuery(api.publicLinks.list.query({ id, ...all }))

/** Makes a link, or changes and takes back one that is there. What went wrong is for the sheet to say. */
export function useLinkChanges({ id }: FormDetail, link: PublicLink | null) {
  const queries = useQueryClient()
  const { queryKey } = api.publicLinks.list.query({ id, ...all })
  const show = (change: (links: PublicLink[]) => PublicLink[]) =>
    queries.setQueryData<Page<PublicLink>>(queryKey, page => page && { ...page, data: change(page.data) })
  const put = (one: PublicLink) =>
    show(links =>
      links.some(other => other.id === one.id)
        ? links.map(other => (other.id === one.id ? one : other))
        : [...links, one],
    )
  const count = () => queries.invalidateQueries({ queryKey: api.forms.get.query({ id }).queryKey })

  const save = useMutation<PublicLink, RequestError, Changes>({
    mutationFn: ({ label_question, ...changes }) =>
      link
        ? api.publicLinks.update({ id, public_link_id: link.id, ...changes, revision: link.revision })
        : api.publicLinks.create({ id, ...changes, ...(label_question && { label_question }) }),
    onSuccess(made) {
      put(made)
      if (!link) void count()
    },
    onError(error) {
      // Somebody else changed it in between: it is shown as it is now, and typed text stays.
      if (error.code === 'stale_revision') put(error.data as PublicLink)
    },
  })
  const revoke = useMutation<null, RequestError>({
    mutationFn: () => api.publicLinks.remove({ id, public_link_id: link?.id ?? 0 }),
    onSuccess() {
      show(links => links.filter(one => one.id !== link?.id))
      void count()
    },
    onError: () => undefined,
  })
  return { save, revoke }
}

/** Says when a link leads to nothing that can be filled in. */
export function LinkState({ form, link }: { form: FormDetail; link: PublicLink }) {
  const { t } = useTranslation()
  const state = stateOf(form, link)
  return state && <Notice kind="attention">{t(`publicLink.states.${state}`)}</Notice>
}

function stateOf({ status }: FormDetail, { expires_at, cap, responses }: PublicLink) {
  if (status === 'closed' || status === 'closing') return status
  if (expires_at && new Date(expires_at).getTime() < Date.now()) return 'expired'
  return cap !== null && responses >= cap ? 'full' : undefined
}

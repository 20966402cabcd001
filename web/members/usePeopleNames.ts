import { useQueries } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { companiesApi } from '../companies/api.ts'
import { RequestError } from '../lib/requestError.ts'
import { useUser } from '../lib/session/session.ts'

/** The names of people of the company, in the order of their ids; of who is no member any more, that. */
export function usePeopleNames(ids: readonly number[]): { id: number; name: string }[] {
  const { t } = useTranslation()
  const company = useUser()?.company_id ?? 0
  const found = useQueries({ queries: ids.map(id => companiesApi.member.query({ id: company, user_id: id })) })
  return found.flatMap(({ data, error }, at) => {
    const isFormer = error instanceof RequestError && error.status === 404
    return data || isFormer ? [{ id: ids[at] ?? 0, name: data?.name ?? t('users.former') }] : []
  })
}

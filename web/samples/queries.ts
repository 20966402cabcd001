import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Samples } from '#shared/samples/contract.ts'
import { api } from '../api.ts'
import { useFormat } from '../lib/format.ts'
import { tellDone } from '../ui/toast.tsx'

/** The sample data of a company, and what adds and removes it. Everything that is shown is read again after either. */
export function useSamples(companyId: number) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const query = useQuery(api.samples.get.query({ id: companyId }))
  const onSettled = () => queries.invalidateQueries()
  // Said in place, where it was asked for.
  const onError = () => undefined
  const adding = useMutation({ mutationFn: () => api.samples.add({ id: companyId }), onError, onSettled })
  const removing = useMutation({
    mutationFn: () => api.samples.remove({ id: companyId }),
    onError,
    onSuccess: () => void tellDone(t('samples.removed')),
    onSettled,
  })
  return { samples: query.data, isPending: query.isPending, adding, removing }
}

/** What there is of it, in words: "3 animals, 1 group, 2 places and 1 task". */
export function useSampleWords(): (samples: Samples) => string {
  const { t } = useTranslation()
  const format = useFormat()
  return samples =>
    format.list(
      (['animals', 'animal_groups', 'locations', 'tasks'] as const)
        .filter(kind => samples[kind] > 0)
        .map(kind => t(`samples.counts.${kind}`, { count: samples[kind] })),
    )
}

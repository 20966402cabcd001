import { NativeSelect, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { CaseDetail } from '#shared/cases/contract.ts'
import { type CaseStatus, caseStatuses } from '#shared/cases/states.ts'
import { tellProblem } from '../ui/toast.tsx'
import { casesApi } from './api.ts'

/** How the case stands, changed at once; of a closed one also the day on which it is erased. */
export function CaseState({ found }: { found: CaseDetail }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const { id, revision } = found
  const { mutate, isPending } = useMutation({
    mutationFn: (changes: { status?: CaseStatus; erase_on?: string }) => casesApi.update({ id, revision, ...changes }),
    onError: error => void tellProblem(error),
    onSettled: () => queries.invalidateQueries({ queryKey: ['cases'] }),
  })
  return (
    <>
      <NativeSelect
        label={t('cases.state')}
        description={t('cases.stateHelp')}
        value={found.status}
        disabled={isPending}
        data={caseStatuses.map(value => ({ value, label: t(`cases.states.${value}`) }))}
        onChange={event => mutate({ status: event.currentTarget.value as CaseStatus })}
      />
      {found.status === 'closed' && (
        <TextInput
          key={found.erase_on}
          type="date"
          label={t('cases.eraseOn')}
          description={t('cases.eraseHelp')}
          defaultValue={found.erase_on ?? ''}
          onBlur={event => {
            const day = event.currentTarget.value
            if (day && day !== found.erase_on) mutate({ erase_on: day })
          }}
        />
      )}
    </>
  )
}

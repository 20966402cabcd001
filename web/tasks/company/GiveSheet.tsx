import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api.ts'
import { useUser } from '../../lib/session/session.ts'
import { Select } from '../../ui/floatingParts.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { SideSheet } from '../../ui/SideSheet.tsx'
import { ProblemText } from '../../ui/texts/ProblemText.tsx'
import { tellDone } from '../../ui/toast.tsx'

type Props = { sentTaskIds: number[]; onClosed: () => void; onGiven?: () => void }

/** Gives tasks to somebody else who does some, found by name. */
export function GiveSheet({ sentTaskIds, onClosed, onGiven }: Props) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const id = useUser()?.company_id ?? 0
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<string | null>(null)
  const [search] = useDebouncedValue(text.trim(), 250)
  const members = useQuery({
    ...api.companies.members.query({ id, sort: 'name', per_page: 25, offered_for: 'tasks', ...(search && { search }) }),
    placeholderData: keepPreviousData,
  })
  const people = members.data?.data.map(member => ({ value: String(member.id), label: member.name })) ?? []
  const giving = useMutation({
    mutationFn: () => api.tasks.give({ sent_task_ids: sentTaskIds, user_id: Number(chosen) }),
    onError: () => undefined,
    onSuccess: ({ given }) => {
      tellDone(t('tasks.board.given', { count: given, name: text }))
      onGiven?.()
    },
    onSettled: () => {
      for (const queryKey of [api.tasks.key, api.findings.key]) queries.invalidateQueries({ queryKey })
    },
  })
  return (
    <SideSheet title={t('tasks.board.giveTo')} onClosed={onClosed}>
      {close => (
        <form
          onSubmit={event => {
            event.preventDefault()
            giving.mutate(undefined, { onSuccess: close })
          }}
        >
          {giving.error && (
            <Notice kind="stop">
              <ProblemText error={giving.error} />
            </Notice>
          )}
          <p>{t('tasks.board.stayed')}</p>
          <Select
            label={t('tasks.person')}
            searchable
            data-autofocus
            nothingFoundMessage={t('common.nothingFound')}
            data={people}
            value={chosen}
            onChange={setChosen}
            searchValue={text}
            onSearchChange={setText}
          />
          <Button type="submit" size="lg" mt="md" disabled={!chosen} loading={giving.isPending}>
            {t('tasks.board.giveTo')}
          </Button>
        </form>
      )}
    </SideSheet>
  )
}

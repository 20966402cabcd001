import { Button, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Animal } from '#shared/animals/contract.ts'
import { Can } from '../lib/ability.tsx'
import { errorText } from '../lib/errorText.ts'
import { FieldList } from '../ui/row/FieldList.tsx'
import { tellUndo } from '../ui/toast.tsx'
import { animalsApi } from './api.ts'

/** Brings a second entry of the same animal into this one. */
export function MergeAnimal({ animal }: { animal: Animal }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text, 250)
  const [duplicate, setDuplicate] = useState<number | null>(null)
  const found = useQuery({
    ...animalsApi.list.query({ species: animal.species, per_page: 25, ...(search && { search }) }),
    enabled: isOpen,
  })
  const read = () => queries.invalidateQueries()
  const parting = useMutation({ mutationFn: (id: number) => animalsApi.unmerge({ id }), onSuccess: read })
  const merging = useMutation({
    mutationFn: () => animalsApi.merge({ id: animal.id, duplicate_id: duplicate ?? 0 }),
    async onSuccess({ id }) {
      setOpen(false)
      await read()
      tellUndo(t('animals.merged'), t('common.undo'), () => parting.mutate(id))
    },
  })
  const offered = found.data?.data.filter(({ id }) => id !== animal.id) ?? []
  const other = offered.find(({ id }) => id === duplicate)
  if (animal.archived_at) return null
  return (
    <Can I="delete" a="Animal" row={animal}>
      {!isOpen && (
        <Button variant="subtle" color="gray" onClick={() => setOpen(true)}>
          {t('animals.merge')}
        </Button>
      )}
      {isOpen && (
        <section aria-label={t('animals.merge')}>
          <p>{t('animals.mergeHelp')}</p>
          <Select
            label={t('animals.duplicate')}
            searchable
            data={offered.map(({ id, name, identifier }) => ({
              value: String(id),
              label: identifier ? `${name} · ${identifier}` : name,
            }))}
            filter={({ options }) => options}
            searchValue={text}
            onSearchChange={setText}
            value={duplicate === null ? null : String(duplicate)}
            onChange={id => setDuplicate(id === null ? null : Number(id))}
            error={merging.error && errorText(merging.error, t)}
            maw="24rem"
          />
          {other && (
            <FieldList
              fields={[
                { label: t('animals.name'), value: other.name },
                { label: t('animals.identifier'), value: other.identifier },
                { label: t('animals.birthDate'), value: other.birth_date },
              ]}
            />
          )}
          <Button mt="sm" disabled={duplicate === null} loading={merging.isPending} onClick={() => merging.mutate()}>
            {t('animals.mergeNow')}
          </Button>
          <Button mt="sm" ms="xs" variant="default" onClick={() => setOpen(false)}>
            {t('common.cancel')}
          </Button>
        </section>
      )}
    </Can>
  )
}

import { Box, Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Animal } from '#shared/animals/contract.ts'
import { tagReader } from '../answers/scanning/tagReader.ts'
import { api } from '../api.ts'
import { Can } from '../lib/ability.tsx'
import { SearchSelect } from '../ui/fields/SearchSelect.tsx'
import { FieldList } from '../ui/row/FieldList.tsx'
import { ProblemText } from '../ui/texts/ProblemText.tsx'
import { tellUndo } from '../ui/toast.tsx'

/** Brings a second entry of the same animal into this one. */
export function MergeAnimal({ animal }: { animal: Animal }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const [duplicate, setDuplicate] = useState<number>()
  const { data: other } = useQuery({
    ...api.animals.get.query({ id: duplicate ?? 0 }),
    enabled: duplicate !== undefined,
  })
  const read = () => queries.invalidateQueries()
  const parting = useMutation({ mutationFn: (id: number) => api.animals.unmerge({ id }), onSuccess: read })
  const merging = useMutation({
    mutationFn: () => api.animals.merge({ id: animal.id, duplicate_id: other?.id ?? 0 }),
    async onSuccess({ id }) {
      setOpen(false)
      await read()
      tellUndo(t('animals.merged'), t('common.undo'), () => parting.mutate(id))
    },
  })
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
          <Box maw="24rem">
            <SearchSelect
              label={t('animals.duplicate')}
              placeholder=""
              chosen={other}
              onChange={row => setDuplicate(row?.id)}
              find={search => api.animals.list.query({ species: animal.species, ...search })}
              labelOf={({ name, identifier }) => (identifier ? `${name} · ${identifier}` : name)}
              isLeftOut={({ id }) => id === animal.id}
              onKeyDown={tagReader({
                types: ['animal'],
                isOffered: ({ id }) => id !== animal.id,
                pick: ({ id }) => setDuplicate(id),
              })}
            />
          </Box>
          {merging.error && <ProblemText error={merging.error} />}
          {other && (
            <FieldList
              fields={[
                { label: t('animals.name'), value: other.name },
                { label: t('animals.identifier'), value: other.identifier },
                { label: t('animals.birthDate'), value: other.birth_date },
              ]}
            />
          )}
          <Button mt="sm" disabled={!other} loading={merging.isPending} onClick={() => merging.mutate()}>
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

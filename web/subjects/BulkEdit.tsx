import { Button, NativeSelect } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SubjectFeature, SubjectType } from '#shared/subjects/registry.ts'
import { actOnEach } from '../ui/list/actOnEach.ts'
import { SheetFooter, SideSheet } from '../ui/SideSheet.tsx'
import { tellUndo } from '../ui/toast.tsx'
import styles from './BulkEdit.module.css'
import { choicesOf } from './queries.ts'
import type { SubjectRow } from './SubjectBulkBar.tsx'

/** What a list is narrowed by is what its rows are sorted into, and so what many are changed in at once. */
export type Filter = {
  name: string
  label: string
  all: string
  choices?: { value: string; label: string }[]
  /** What is chosen is a row of this register, in place of choices. */
  of?: SubjectType
  /** It follows from the history of a row, and nobody sets it. */
  isDerived?: true
}
export type Update = (input: { id: number } & Record<string, unknown>) => Promise<unknown>

type Props<Row> = {
  feature: SubjectFeature
  rows: Row[]
  fields: Filter[]
  update: Update
  onClosed: () => void
  onDone: () => void
}

/** Changes one field of the picked rows: what would become of each is shown first, and it can be taken back. */
export function BulkEdit<Row extends SubjectRow>({ feature, rows, fields, update, onClosed, onDone }: Props<Row>) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [name, setName] = useState(fields[0]?.name ?? '')
  const [value, setValue] = useState<string>()
  const field = fields.find(one => one.name === name)
  const { of } = field ?? {}
  const named = useQuery({
    queryKey: ['choices', of],
    queryFn: () => choicesOf(of ?? 'location'),
    enabled: of !== undefined,
  })
  const choices = field?.choices ?? named.data ?? []
  const pointsAtRow = name.endsWith('_id')
  const heldBy = (row: Row) => (row as Record<string, unknown>)[name] ?? null
  const wordOf = (one: unknown) =>
    one === null ? t('subjects.bulk.nothing') : (choices.find(choice => choice.value === String(one))?.label ?? '')
  const wanted = value === undefined ? undefined : value === '' ? null : pointsAtRow ? Number(value) : value
  const changing = wanted === undefined ? [] : rows.filter(row => heldBy(row) !== wanted)
  const put = (some: Row[], becomes: (row: Row) => unknown) =>
    actOnEach(
      some,
      row => row.name,
      row => update({ id: row.id, [name]: becomes(row) }),
    ).finally(() => queries.invalidateQueries({ queryKey: [feature] }))
  const returning = useMutation({ mutationFn: (some: Row[]) => put(some, heldBy) })
  const saving = useMutation({
    mutationFn: () => put(changing, () => wanted),
    onSuccess: some =>
      tellUndo(t('subjects.bulk.changed', { count: some.length }), t('common.undo'), () => returning.mutate(some)),
  })
  return (
    <SideSheet title={t('subjects.bulk.title', { count: rows.length })} onClosed={onClosed}>
      {(close, leave) => (
        <form
          className={styles.form}
          onSubmit={event => {
            event.preventDefault()
            saving.mutate(undefined, {
              onSuccess: () => {
                leave()
                onDone()
              },
            })
          }}
        >
          <NativeSelect
            label={t('subjects.bulk.field')}
            data={fields.map(one => ({ value: one.name, label: one.label }))}
            value={name}
            onChange={event => {
              setName(event.currentTarget.value)
              setValue(undefined)
            }}
          />
          <NativeSelect
            label={t('subjects.bulk.value')}
            data={[
              { value: '?', label: t('subjects.bulk.choose'), disabled: true },
              ...choices,
              ...(pointsAtRow ? [{ value: '', label: t('subjects.bulk.nothing') }] : []),
            ]}
            value={value ?? '?'}
            onChange={event => setValue(event.currentTarget.value)}
          />
          {wanted !== undefined && (
            <section aria-labelledby="bulk-preview">
              <h3 id="bulk-preview" className={styles.heading}>
                {t('subjects.bulk.preview', { count: changing.length })}
              </h3>
              <ul className={styles.list}>
                {changing.map(row => (
                  <li key={row.id} className={styles.row}>
                    <bdi className={styles.name}>{row.name}</bdi>
                    <span className={styles.change}>
                      {t('subjects.bulk.beforeAfter', { before: wordOf(heldBy(row)), after: wordOf(wanted) })}
                    </span>
                  </li>
                ))}
              </ul>
            </section>
          )}
          <SheetFooter>
            <Button variant="default" size="lg" onClick={close}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" size="lg" loading={saving.isPending} disabled={changing.length === 0}>
              {t('subjects.bulk.save', { count: changing.length })}
            </Button>
          </SheetFooter>
        </form>
      )}
    </SideSheet>
  )
}

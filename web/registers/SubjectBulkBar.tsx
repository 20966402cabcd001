import { Button, NativeSelect } from '@mantine/core'
import { IconArchive, IconArchiveOff, IconEdit, IconPlus } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CurrentStatus } from '#shared/subjects/contract.ts'
import { registry, type SubjectFeature, type SubjectType, subjectTypes } from '#shared/subjects/registry.ts'
import { fetchNames } from '../answers/registerNames.ts'
import { Can } from '../lib/ability.tsx'
import { lazyPart } from '../ui/lazyPart.tsx'
import { BulkBar, runBulkAction, type Selection, useSelectedRows } from '../ui/list/BulkBar.tsx'
import { SheetFooter, SideSheet } from '../ui/SideSheet.tsx'
import { tellDone, tellUndo } from '../ui/toast.tsx'
import styles from './Subjects.module.css'

const TaskForm = lazyPart(() => import('../tasks/form/TaskForm.tsx').then(part => part.TaskForm))

/** A task is about no more. */
const maxSubjects = 50

/** What the rows of all registers have. */
export type SubjectRow = {
  last_checked_at: string | null
  id: number
  name: string
  status: CurrentStatus | null
  updated_at: string
  archived_at: string | null
}
type Act = (input: { id: number }) => Promise<unknown>
export type Archiving = { remove: Act; restore: Act }

type Props<Row> = {
  feature: SubjectFeature
  subject: string
  calls: Archiving & { update: Update }
  /** What the list is narrowed by, and so what many can be changed in at once. */
  fields: Filter[]
  selection: Selection
  /** What else can be done with rows of this register that are not archived. */
  more?(rows: Row[], done: () => void): ReactNode
}

/**
 * Gives a task about the picked rows of a register; archives them, which can be undone, and restores those that are
 * archived.
 */
export function SubjectBulkBar<Row extends SubjectRow>(props: Props<Row>) {
  const { feature, subject, calls, selection, more } = props
  const fields = props.fields.filter(({ isDerived }) => !isDerived)
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [about, setAbout] = useState<Row[]>()
  const [editing, setEditing] = useState<Row[]>()
  const type = subjectTypes.find(one => registry[one].feature === feature)
  const picked = useSelectedRows<Row>([feature, 'list'], selection)
  const [present, archived] = [picked.filter(row => !row.archived_at), picked.filter(row => row.archived_at)]
  const onSettled = () => queries.invalidateQueries({ queryKey: [feature] })
  const said = (some: Row[]) => ({ count: some.length, name: some[0]?.name ?? '' })
  const each = (some: Row[], act: Act) =>
    runBulkAction(
      some,
      ({ name }) => name,
      ({ id }) => act({ id }),
    )
  const restoring = useMutation({
    mutationFn: (some: Row[]) => each(some, calls.restore),
    onSuccess: some => tellDone(t('common.restoredSome', said(some))),
    onSettled,
  })
  const archiving = useMutation({
    mutationFn: (some: Row[]) => each(some, calls.remove),
    onSuccess: some => tellUndo(t('common.archivedSome', said(some)), t('common.undo'), () => restoring.mutate(some)),
    onSettled,
  })
  const acts = [
    { some: present, text: t('common.archive'), icon: <IconArchive size={18} />, perform: archiving.mutate },
    { some: archived, text: t('common.restore'), icon: <IconArchiveOff size={18} />, perform: restoring.mutate },
  ]
  return (
    <>
      <BulkBar selection={selection}>
        {present.length > 0 && present.length <= maxSubjects && (
          <Can I="create" a="Task">
            <Button variant="default" leftSection={<IconPlus size={18} />} onClick={() => setAbout(present)}>
              {t('tasks.add')}
            </Button>
          </Can>
        )}
        {present.length > 0 && fields.length > 0 && (
          <Can I="update" a={subject}>
            <Button variant="default" leftSection={<IconEdit size={18} />} onClick={() => setEditing(present)}>
              {t('subjects.bulk.open')}
            </Button>
          </Can>
        )}
        {present.length > 0 && more?.(present, selection.clear)}
        {acts.map(
          ({ some, text, icon, perform }) =>
            some.length > 0 && (
              <Button
                key={text}
                variant="default"
                leftSection={icon}
                onClick={() => {
                  perform(some)
                  selection.clear()
                }}
              >
                {text}
              </Button>
            ),
        )}
      </BulkBar>
      {editing && (
        <BulkEdit
          feature={feature}
          rows={editing}
          fields={fields}
          update={calls.update}
          onClosed={() => setEditing(undefined)}
          onDone={selection.clear}
        />
      )}
      {about && type && (
        <TaskForm about={about.map(({ id, name }) => ({ type, id, name }))} onClosed={() => setAbout(undefined)} />
      )}
    </>
  )
}

/** What a list is narrowed by is what its rows are sorted into, and so what many are changed in at once. */
export type Filter = {
  name: string
  label: string
  all: string
  choices?: { value: string; label: string }[]
  /** The value is a row of this register, instead of a choice. */
  of?: SubjectType
  /** It follows from the history of a row, and nobody sets it. */
  isDerived?: true
}
export type Update = (input: { id: number } & Record<string, unknown>) => Promise<unknown>

type BulkEditProps<Row> = {
  feature: SubjectFeature
  rows: Row[]
  fields: Filter[]
  update: Update
  onClosed: () => void
  onDone: () => void
}

/** Changes one field of the picked rows: what would become of each is shown first, and it can be undone. */
function BulkEdit<Row extends SubjectRow>({ feature, rows, fields, update, onClosed, onDone }: BulkEditProps<Row>) {
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
    runBulkAction(
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
              <h3 id="bulk-preview" className={styles.bulkEditHeading}>
                {t('subjects.bulk.preview', { count: changing.length })}
              </h3>
              <ul className={styles.bulkEditList}>
                {changing.map(row => (
                  <li key={row.id} className={styles.row}>
                    <bdi className={styles.bulkEditName}>{row.name}</bdi>
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

/**
 * The rows of a register by name, to narrow a list to one of them or to put many rows there: all that this device has
 * names of.
 */
export const choicesOf = async (type: SubjectType): Promise<{ value: string; label: string }[]> =>
  (await fetchNames(type)).map(({ id, name }) => ({ value: String(id), label: name }))

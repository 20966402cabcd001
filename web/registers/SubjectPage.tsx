import { Button } from '@mantine/core'
import { IconForms, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { NamedSubject } from '#shared/subjects/contract.ts'
import { registry, type SubjectType, subjectTypes } from '#shared/subjects/registry.ts'
import { registerNames } from '../answers/registerNames.ts'
import { Can } from '../lib/ability.tsx'
import { RequestError } from '../lib/requestError.ts'
import type { StatedRow, StatusCalls } from '../subjects/registerApis.ts'
import { StatusBanner, StatusHistory } from '../subjects/status/StatusBanner.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { lazyPart } from '../ui/lazyPart.tsx'
import { Notice } from '../ui/Notice.tsx'
import { PageHeader, PageSkeleton } from '../ui/page/PageHeader.tsx'
import type { Back } from '../ui/page/pageTitle.ts'
import { RowPage } from '../ui/row/RowPage.tsx'
import { RowsHere, SubjectWork, TasksAtHand } from './SubjectWork.tsx'

type Rows<Row extends StatedRow & { updated_at: string }> = ComponentProps<typeof RowPage<Row>>
type Props<Row extends StatedRow & { updated_at: string; last_checked_at: string | null }> = Rows<Row> & {
  calls: Rows<Row>['calls'] & StatusCalls<Row>
  /** What must be known of it first, beside its state. */
  warnings?: (row: Row) => ReactNode
  /** Why it is in its state, where that follows from the row itself. */
  why?: (row: Row) => ReactNode
  /** A list of earlier findings is among its children. */
  hasTimeline?: boolean
}

/** Nobody was there to say whether it is there at all. */
const hadNoAnswer = (error: unknown) => error instanceof RequestError && (error.status === 0 || error.status >= 500)

/**
 * The page of a row that has a state: what can be done about it, what it is and why; then the work about it, which
 * comes before its fields and what was found so far.
 */
export function SubjectPage<Row extends StatedRow & { updated_at: string; last_checked_at: string | null }>({
  children,
  warnings,
  why,
  hasTimeline,
  ...props
}: Props<Row>) {
  const { id, back, feature, subject, calls } = props
  const type = subjectTypes.find(one => registry[one].feature === feature)
  const about = (row: Row) => type && { type, id: row.id, name: row.name }
  return (
    <RowPage<Row>
      {...props}
      atHand={(error, onRetry) =>
        type &&
        hadNoAnswer(error) && (
          <Suspense fallback={<PageSkeleton />}>
            <RowAtHand {...{ type, id, back, error, onRetry }} skeleton={<PageSkeleton />} />
          </Suspense>
        )
      }
      lead={row => {
        const it = about(row)
        return it && <SubjectActions about={it} />
      }}
      head={row => {
        const it = about(row)
        return (
          <>
            <StatusBanner row={row} feature={feature} subject={subject} calls={calls} why={why?.(row)} />
            {warnings?.(row)}
            {it && <SubjectWork about={it} lastChecked={row.last_checked_at} />}
          </>
        )
      }}
    >
      {row => (
        <>
          {children?.(row)}
          {type && type !== 'animal' && <WorksHere about={{ type, id: row.id, name: row.name }} />}
          {!hasTimeline && <StatusHistory id={row.id} calls={calls} />}
        </>
      )}
    </RowPage>
  )
}

const WorksHere = lazyPart(() => import('../members/WorksHere.tsx').then(part => part.WorksHere))
const TaskForm = lazyPart(() => import('../tasks/form/TaskForm.tsx').then(part => part.TaskForm))
const FillInSheet = lazyPart(() => import('../filling/FillInSheet.tsx').then(part => part.FillInSheet))

/**
 * What people come to the page of an animal, a group, a place or a vehicle for: to fill in something about it, or to
 * give a task.
 */
export function SubjectActions({ about }: { about: NamedSubject }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<'form' | 'task'>()
  const close = () => setOpen(undefined)
  return (
    <>
      <Can I="create" a="Task">
        <Button variant="default" leftSection={<IconPlus size={20} />} onClick={() => setOpen('task')}>
          {t('tasks.add')}
        </Button>
      </Can>
      <Can I="create" a="Submission">
        <Button leftSection={<IconForms size={20} />} onClick={() => setOpen('form')}>
          {t('tasks.fillIn')}
        </Button>
      </Can>
      {open === 'task' && <TaskForm about={[about]} onClosed={close} />}
      {open === 'form' && <FillInSheet about={about} onClosed={close} />}
    </>
  )
}

type RowAtHandProps = {
  type: SubjectType
  id: number
  back: Back
  error: unknown
  onRetry: () => void
  skeleton: ReactNode
}

/**
 * The page of a row that cannot be fetched and was never opened on this device. After a scan without a network a person
 * fills in its forms, and sees the tasks and rows that this device knows by name.
 */
function RowAtHand({ type, id, back, error, onRetry, skeleton }: RowAtHandProps) {
  const { t } = useTranslation()
  const { data: names, isPending } = useQuery(registerNames(type))
  if (isPending) return skeleton
  const row = names?.find(one => one.id === id)
  if (!row) return <ErrorState error={error} onRetry={onRetry} />
  const about = { type, id, name: row.name }
  return (
    <>
      <PageHeader title={row.name} back={back} actions={<SubjectActions about={about} />} />
      <Notice kind="info">{t('subjects.nameOnly')}</Notice>
      <TasksAtHand about={about} />
      <RowsHere about={about} />
    </>
  )
}

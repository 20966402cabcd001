import { Button, NativeSelect } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Case, CaseDetail, CaseReading } from '#shared/cases/contract.ts'
import { type CaseStatus, caseStatuses } from '#shared/cases/rules.ts'
import { api } from '../api.ts'
import { useFormat } from '../lib/format.ts'
import { RequestError } from '../lib/requestError.ts'
import { DateField } from '../ui/dates/DateField.tsx'
import type { Status } from '../ui/Notice.tsx'
import { ConflictNotice } from '../ui/row/ConflictNotice.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { tellProblem } from '../ui/toast.tsx'
import styles from './Cases.module.css'

type Changes = { status?: CaseStatus; erase_on?: string }
type Change = { mine: Changes; base: CaseDetail }
const fields = ['status', 'erase_on'] as const

/** The state of a case, which changes at once; a closed one also has the day on which it is erased. */
export function CaseState({ found }: { found: CaseDetail }) {
  const { t } = useTranslation()
  const format = useFormat()
  const queries = useQueryClient()
  const [conflict, setConflict] = useState<{ mine: Changes; theirs: CaseDetail }>()
  const { mutate, isPending } = useMutation({
    mutationFn: ({ mine, base }: Change) => api.cases.update({ id: base.id, revision: base.revision, ...mine }),
    onError(error, { mine, base }) {
      if (!(error instanceof RequestError && error.code === 'stale_revision')) return void tellProblem(error)
      const theirs = error.data as CaseDetail
      // What else became of it, such as a word of the reporter, is no reason to ask.
      const isBoth = fields.some(field => mine[field] && theirs[field] !== base[field] && theirs[field] !== mine[field])
      if (isBoth) setConflict({ mine, theirs })
      else mutate({ mine, base: theirs })
    },
    onSettled: () => queries.invalidateQueries({ queryKey: api.cases.key }),
  })
  const change = (mine: Changes) => mutate({ mine, base: found })
  const inWords = (field: (typeof fields)[number], { status, erase_on }: Changes | CaseDetail) =>
    field === 'status' ? status && t(`cases.states.${status}`) : erase_on && format.date(erase_on)
  return (
    <>
      {conflict && (
        <ConflictNotice
          differences={fields
            .filter(field => conflict.mine[field])
            .map(field => ({
              field,
              label: t(field === 'status' ? 'cases.state' : 'cases.eraseOn'),
              mine: inWords(field, conflict.mine),
              theirs: inWords(field, conflict.theirs) || null,
            }))}
          onKeepMine={() => {
            setConflict(undefined)
            mutate({ mine: conflict.mine, base: conflict.theirs })
          }}
          onTakeTheirs={() => setConflict(undefined)}
        />
      )}
      <NativeSelect
        label={t('cases.state')}
        description={t('cases.stateHelp')}
        value={found.status}
        disabled={isPending}
        data={caseStatuses.map(value => ({ value, label: t(`cases.states.${value}`) }))}
        onChange={event => change({ status: event.currentTarget.value as CaseStatus })}
      />
      {found.status === 'closed' && (
        <EraseOn
          key={found.erase_on}
          day={found.erase_on ?? ''}
          isSaving={isPending}
          onSave={erase_on => change({ erase_on })}
        />
      )}
    </>
  )
}

type EraseOnProps = { day: string; isSaving: boolean; onSave: (day: string) => void }

/** The day on which a closed case is erased; what was chosen counts once it is saved. */
function EraseOn({ day, isSaving, onSave }: EraseOnProps) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState(day)
  return (
    <form
      className={styles.day}
      onSubmit={event => {
        event.preventDefault()
        if (chosen && chosen !== day) onSave(chosen)
      }}
    >
      <DateField label={t('cases.eraseOn')} description={t('cases.eraseHelp')} value={chosen} onChange={setChosen} />
      {chosen && chosen !== day && (
        <Button type="submit" loading={isSaving}>
          {t('common.save')}
        </Button>
      )}
    </form>
  )
}

type Clocked = Pick<Case, 'status' | 'acknowledge_by' | 'acknowledged_on' | 'answer_by' | 'answered_on'>

const dayMs = 86_400_000

/** What has to be done next, by which day, and how near that is; nothing once the reporter has the answer. */
export function clockOf({ acknowledge_by, acknowledged_on, answer_by, answered_on }: Clocked) {
  if (acknowledged_on === null) return { waits: 'acknowledge' as const, by: acknowledge_by, near: 3 }
  if (answered_on === null) return { waits: 'answer' as const, by: answer_by, near: 30 }
  return null
}

export function Clock({ of }: { of: Clocked }) {
  const { t } = useTranslation()
  const format = useFormat()
  const clock = clockOf(of)
  if (!clock) return <StatusBadge status="ok">{t('cases.answered')}</StatusBadge>
  const daysLeft = Math.floor((Date.parse(clock.by) - Date.now()) / dayMs) + 1
  const status: Status = daysLeft < 0 ? 'stop' : daysLeft <= clock.near ? 'attention' : 'info'
  const text = daysLeft < 0 ? t(`cases.late.${clock.waits}`) : t(`cases.due.${clock.waits}`)
  return (
    <StatusBadge status={status}>
      {text} {format.date(clock.by)}
    </StatusBadge>
  )
}

/** Who read or did what, by the day. */
export function CaseLog({ log }: { log: CaseReading[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const titleId = useId()
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId} className={styles.title}>
        {t('cases.log')}
      </h2>
      <ol className={styles.logged} aria-label={t('cases.log')}>
        {log.map(({ user, what, on_day, times }) => (
          <li key={`${user.id} ${what} ${on_day}`}>
            {format.date(on_day)} · <bdi>{user.name}</bdi> · {t(`cases.did.${what}`)}
            {times > 1 && ` · ${t('cases.times', { number: format.number(times) })}`}
          </li>
        ))}
      </ol>
    </section>
  )
}

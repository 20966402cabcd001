import { Button, NativeSelect } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CaseDetail } from '#shared/cases/contract.ts'
import { type CaseStatus, caseStatuses } from '#shared/cases/rules.ts'
import { api } from '../api.ts'
import { useFormat } from '../lib/format.ts'
import { RequestError } from '../lib/requestError.ts'
import { DateField } from '../ui/dates/DateField.tsx'
import { ConflictNotice } from '../ui/row/ConflictNotice.tsx'
import { tellProblem } from '../ui/toast.tsx'
import styles from './CasePage.module.css'

type Changes = { status?: CaseStatus; erase_on?: string }
type Change = { mine: Changes; base: CaseDetail }
const fields = ['status', 'erase_on'] as const

/** How the case stands, changed at once; of a closed one also the day on which it is erased. */
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

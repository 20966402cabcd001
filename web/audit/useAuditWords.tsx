import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { AuditEntry } from '#shared/audit/contract.ts'
import { type AuditAction, type AuditCause, auditActions, auditCauses } from '#shared/audit/rules.ts'
import { subjectTypes } from './subjectTypes.ts'

const known: readonly string[] = auditActions
const isCause = (cause: string | null): cause is AuditCause => auditCauses.some(one => one === cause)
const isKnown = (action: string): action is AuditAction => known.includes(action)

/** Entries of the audit log in words. What a newer tend wrote, and this one does not know, is shown as it was written. */
export function useAuditWords() {
  const { t } = useTranslation()
  const named = (person: { id: number; name: string | null }) =>
    person.name === null ? t('audit.administrator') : <bdi>{person.name}</bdi>
  const action = (code: string) => (isKnown(code) ? t(`audit.actions.${code}`) : code)
  return {
    action,
    who({ actor, acting_for, cause }: AuditEntry): ReactNode {
      if (!actor) return isCause(cause) ? t(`audit.causes.${cause}`) : t('audit.system')
      if (!acting_for) return named(actor)
      return (
        <>
          {named(actor)} {t('audit.actingFor')} {named(acting_for)}
        </>
      )
    },
    subject({ subject_type, subject_id, subject_name }: AuditEntry): ReactNode {
      if (subject_name) return <bdi>{subject_name}</bdi>
      const type = subjectTypes.find(one => one === subject_type)
      if (subject_id === null) return null
      return `${type ? t(`audit.subjects.${type}`) : subject_type} (${subject_id})`
    },
  }
}

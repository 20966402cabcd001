import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { AuditEntry } from '#shared/audit/contract.ts'
import { type AuditAction, auditActions } from '#shared/audit/rules.ts'
import { type Cause, causes } from '#shared/lib/actor.ts'
import { registers, subjectStatuses } from '#shared/subjects/registry.ts'
import { useFormat } from '../lib/format.ts'
import { useOwnRoles, useRoleName } from '../roles/queries.ts'

const known: readonly string[] = auditActions
const isCause = (cause: string | null): cause is Cause => causes.some(one => one === cause)
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

const names = [
  'role_id',
  'before',
  'is_admin',
  'all_others',
  'version',
  'form_id',
  'plan_id',
  'topic',
  'fields',
  'state',
  'days',
  'is_removed',
] as const
const fields = [
  'name',
  'language_id',
  'time_zone',
  'week_starts_on',
  'muted_topics',
  'avatar',
  'title',
  'identifier',
  'species',
  'sex',
  'birth_date',
  'animal_group_id',
  'purpose',
  'location_id',
  'type',
  'parent_id',
  'responsible_id',
  'plate',
  'floor_area',
  'notes',
  'description',
  'priority',
  'starts_at',
  'due_after',
  'timezone',
  'status',
  'category',
  'root_cause',
  'root_cause_words',
  'control',
  'verify_after_days',
] as const
const topics = ['critical_answers', 'plan_ends'] as const

/** What an entry says besides, in words. What a newer tend wrote, and this one does not know, is shown as it was written. */
export function useDetailWords() {
  const { t } = useTranslation()
  const format = useFormat()
  const roleName = useRoleName()
  const own = useOwnRoles()
  const roleOf = (id: number) => roleName({ role_id: id, role_name: own?.find(role => role.id === id)?.name ?? null })
  const fieldOf = (field: string) => {
    const known = fields.find(one => one === field)
    return known ? t(`audit.fields.${known}`) : field
  }
  function value(name: string, told: AuditEntry['details'][string]): string {
    if (typeof told === 'object' && told !== null)
      return t('audit.beforeAfter', { before: value(name, told.before), after: value(name, told.after) })
    if (told === null || told === '') return t('audit.nothing')
    if (typeof told === 'boolean') return told ? t('audit.yes') : t('audit.no')
    if (typeof told === 'number' && (name === 'role_id' || name === 'before')) return roleOf(told)
    if (typeof told === 'string' && name === 'fields') return format.list(told.split(', ').map(fieldOf))
    const topic = name === 'topic' && topics.find(one => one === told)
    const state = name === 'state' && subjectStatuses.find(one => one === told)
    if (state) return t(`submissions.subjectStates.${state}`)
    return topic ? t(`audit.topics.${topic}`) : String(told)
  }
  return ([name, told]: [string, AuditEntry['details'][string]]) => {
    const known = names.find(one => one === name)
    return { label: known ? t(`audit.details.${known}`) : fieldOf(name), value: value(name, told) }
  }
}

/** What entries of the audit log are about, as far as one looks for it. */
export const subjectTypes = [
  ...([
    'User',
    'Company',
    'Invite',
    'Role',
    'CompanyPlan',
    'Plan',
    'Form',
    'Submission',
    'Task',
    'Legal',
    'LibraryEntry',
  ] as const),
  ...registers.map(({ subject }) => subject),
]

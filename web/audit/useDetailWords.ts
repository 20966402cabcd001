import { useTranslation } from 'react-i18next'
import type { AuditEntry } from '#shared/audit/contract.ts'
import { subjectStatuses } from '#shared/subjects/registry.ts'
import { useFormat } from '../lib/format.ts'
import { useOwnRoles, useRoleName } from '../roles/queries.ts'

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

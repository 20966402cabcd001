import { Children, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { AuditEntry } from '#shared/audit/contract.ts'
import { type AuditAction, auditActions } from '#shared/audit/rules.ts'
import { type Cause, causes } from '#shared/lib/actor.ts'
import { registers, registry, subjectStatuses, subjectTypes as subjectTypeNames } from '#shared/subjects/registry.ts'
import { useFormat } from '../lib/format.ts'
import { useOwnRoles, useRoleName } from '../roles/queries.ts'
import { PathLink } from '../ui/PathLink.tsx'

const known: readonly string[] = auditActions
const isCause = (cause: string | null): cause is Cause => causes.some(one => one === cause)
const isKnown = (action: string): action is AuditAction => known.includes(action)

/** What people did alone. */
const plain = {
  'session.started': 'signed_in',
  'session.ended': 'signed_out',
  'member.joined': 'joined',
  'member.left': 'left',
} as const
/** What people did to something that has a name, by the end of the action. */
const verbs = [
  'created',
  'updated',
  'archived',
  'restored',
  'published',
  'completed',
  'filled_in',
  'skipped',
  'reopened',
  'paused',
  'resumed',
  'ended',
  'given',
  'reviewed',
  'corrected',
  'settled',
  'confirmed',
  'checked',
  'approved',
  'shared',
  'share_ended',
  'version_restored',
  'removed',
  'frozen',
  'thawed',
  'role_changed',
  'link_made',
  'link_changed',
  'link_revoked',
  'scheduled',
  'schedule_ended',
  'status_set',
  'effect_confirmed',
  'effect_missing',
] as const
type Verb = (typeof verbs)[number]
/** The features whose actions are told by such a verb. */
const told = [
  'task',
  'form',
  'submission',
  'finding',
  'guide',
  'report',
  'entry',
  'role',
  'company',
  'member',
  'user',
  'subject',
]

function verbOf(action: string): Verb | undefined {
  if (action === 'submission.completed') return 'filled_in'
  const [feature = '', end] = action.split('.')
  return told.includes(feature) ? verbs.find(verb => verb === end) : undefined
}

/** Where the subject of an entry is read. */
function pathOf({ subject_type, subject_id, subject_target_id }: AuditEntry): string | undefined {
  const register = registers.find(({ subject }) => subject === subject_type)
  if (register) return `${register.path}/${subject_id}`
  switch (subject_type) {
    case 'Task':
      return `/company/tasks/assignments/${subject_id}`
    case 'Form':
      return `/forms/${subject_id}`
    case 'Submission':
      return `/submission/view/${subject_id}`
    case 'Finding':
      return subject_target_id === null ? undefined : `/submission/view/${subject_target_id}`
    case 'Guide':
      return `/guides/${subject_id}`
    case 'Report':
      return `/reports/details/${subject_id}`
    case 'Role':
      return `/company/roles/${subject_id}`
    case 'User':
      return `/company/users#${subject_id}`
    default:
      return undefined
  }
}

/** Stand for the parts of a sentence that are shown as more than text. */
const marks = { who: '\uE001', what: '\uE002', place: '\uE003' } as const
const partNames = Object.keys(marks) as (keyof typeof marks)[]

/** A sentence with its parts in their places. */
const filled = (sentence: string, parts: Partial<Record<keyof typeof marks, ReactNode>>): ReactNode =>
  Children.toArray(
    sentence.split(/([\uE001-\uE003])/).map(part => {
      const name = partNames.find(one => marks[one] === part)
      return name ? parts[name] : part
    }),
  )

/**
 * Entries of the audit log in words. What a newer tend wrote, and this one does not know, is shown as it was written.
 */
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
    /** "Maya closed See to the injured animals in Barn 1", with the names as links. */
    sentence(entry: AuditEntry): ReactNode {
      const { actor, action: code, subject_name, subject_type, subject_id, subject_about: about } = entry
      const who = <b>{this.who(entry)}</b>
      const alone = Object.entries(plain).find(([one]) => one === code)?.[1]
      const isSelf = subject_type === 'User' && subject_id === actor?.id
      if (alone && actor && (isSelf || !subject_name))
        return filled(t(`audit.sentences.${alone}`, { who: marks.who }), { who })
      const path = pathOf(entry)
      const name = subject_name && <bdi>{subject_name}</bdi>
      const what = name && path ? <PathLink href={path}>{name}</PathLink> : name
      const verb = verbOf(code)
      if (!verb || !actor || !what || isSelf)
        return (
          <>
            {who}
            {`${t('common.colon')} ${action(code)}`}
            {what && !isSelf && <> · {what}</>}
          </>
        )
      const type = subjectTypeNames.find(one => one === about?.type)
      const place = about && type && (
        <PathLink href={`${registry[type].path}/${about.id}`}>
          <bdi>{about.name}</bdi>
        </PathLink>
      )
      return (
        <>
          {filled(t(`audit.sentences.${verb}`, { who: marks.who, what: marks.what }), { who, what })}{' '}
          {place &&
            filled(
              type === 'location' ? t('audit.in', { place: marks.place }) : t('audit.about', { about: marks.place }),
              { place },
            )}
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
  'histories_stay',
] as const
const topics = ['critical_answers', 'plan_ends'] as const

/**
 * What an entry says besides, in words. What a newer tend wrote, and this one does not know, is shown as it was
 * written.
 */
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

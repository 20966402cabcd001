import { Button, Checkbox, NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { species } from '#shared/animals/rules.ts'
import type { RoleRule } from '#shared/companies/roles.ts'
import { formStatuses } from '#shared/forms/rules.ts'
import { me } from '#shared/lib/roles.ts'
import { locationTypes } from '#shared/locations/rules.ts'
import { submissionStatuses } from '#shared/submissions/rules.ts'
import { vehicleTypes } from '#shared/vehicles/rules.ts'
import { useFormat } from '../lib/format.ts'
import { MultiSelect } from '../ui/floatingParts.tsx'
import { Notice } from '../ui/Notice.tsx'
import {
  actions,
  choiceFields,
  type Matrix,
  offeredScopes,
  type PermissionSubject,
  type Scope,
  scopes,
  subjects,
} from './matrix.ts'
import styles from './Roles.module.css'

/** What a role may do, as a table: a line for each thing, a column for each act. On phones each thing is a card. */
export function RoleMatrix({ matrix, onChange }: { matrix: Matrix; onChange: (matrix: Matrix) => void }) {
  const { t } = useTranslation()
  const valueName = useFieldValueName()
  const ruleWords = useRuleWords()
  const change = (subject: PermissionSubject, patch: Partial<Matrix['grants'][PermissionSubject]>) =>
    onChange({
      ...matrix,
      grants: { ...matrix.grants, [subject]: { ...matrix.grants[subject], ...patch } },
    })

  function cell(subject: PermissionSubject, action: (typeof actions)[number]) {
    const granted = matrix.grants[subject].scopes
    const scope = granted[action]
    if (scope === undefined) return null
    const label = `${t(`roles.subjects.${subject}`)}${t('common.colon')} ${t(`roles.actions.${action}`)}`
    const grant = (next: Scope) => change(subject, { scopes: { ...granted, [action]: next } })
    const offered = offeredScopes(subject, action)
    return offered.includes('own') ? (
      <NativeSelect
        size="sm"
        aria-label={label}
        value={scope}
        onChange={event => grant(scopes.find(one => one === event.currentTarget.value) ?? 'none')}
        data={offered.map(one => ({ value: one, label: t(`roles.scopes.${one}`) }))}
      />
    ) : (
      <Checkbox
        aria-label={label}
        checked={scope === 'all'}
        onChange={event => grant(event.currentTarget.checked ? 'all' : 'none')}
      />
    )
  }

  return (
    <>
      {matrix.others.length > 0 && (
        <Notice kind="info">
          {t('roles.others', { count: matrix.others.length })}
          <ul className={styles.others}>
            {matrix.others.map(rule => (
              <li key={JSON.stringify(rule)}>{ruleWords(rule)}</li>
            ))}
          </ul>
          <Button size="compact-sm" variant="default" onClick={() => onChange({ ...matrix, others: [] })}>
            {t('roles.dropOthers')}
          </Button>
        </Notice>
      )}
      <div className={styles.frame}>
        <table className={styles.table}>
          <caption className={styles.caption}>{t('roles.matrix')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('roles.subject')}</th>
              {actions.map(action => (
                <th key={action} scope="col" className={styles.action}>
                  {t(`roles.actions.${action}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {subjects.map(subject => (
              <tr key={subject}>
                <th scope="row">
                  {t(`roles.subjects.${subject}`)}
                  {choiceFields(subject).map(([field, values]) => (
                    <MultiSelect
                      key={field}
                      size="sm"
                      className={styles.only}
                      aria-label={`${t(`roles.subjects.${subject}`)}${t('common.colon')} ${t('roles.only')}`}
                      placeholder={matrix.grants[subject].only[field]?.length ? undefined : t('roles.noLimit')}
                      hidePickedOptions
                      data={values.map(value => ({ value, label: valueName(subject, field, value) }))}
                      value={matrix.grants[subject].only[field] ?? []}
                      onChange={picked =>
                        change(subject, { only: { ...matrix.grants[subject].only, [field]: picked } })
                      }
                    />
                  ))}
                </th>
                {actions.map(action => (
                  <td key={action} className={styles.action} data-title={t(`roles.actions.${action}`)}>
                    {cell(subject, action)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

/** A rule that the table has no place for, in words: "Submissions: Archive (Own, Draft)". */
function useRuleWords() {
  const { t } = useTranslation()
  const format = useFormat()
  const valueName = useFieldValueName()
  return ({ action, subject, conditions = {} }: RoleRule): string => {
    const about = subjects.find(one => one === subject)
    const doing = action.map(code => {
      const known = actions.find(one => one === code)
      return known ? t(`roles.actions.${known}`) : code
    })
    const values = Object.entries(conditions).flatMap(([field, condition]) =>
      namedBy(condition).map(value => {
        if (value === me) return t('roles.scopes.own')
        return about ? valueName(about, field, String(value)) : String(value)
      }),
    )
    const rows = values.length > 0 ? ` (${format.commas(values)})` : ''
    return `${about ? t(`roles.subjects.${about}`) : subject}: ${format.list(doing)}${rows}`
  }
}

const namedBy = (condition: unknown): unknown[] =>
  typeof condition === 'object' && condition !== null ? Object.values(condition).flat() : [condition]

/** Names a value of a field by which a role can be narrowed, as its own screens do. */
export function useFieldValueName() {
  const { t } = useTranslation()
  return (subject: PermissionSubject, field: string, value: string): string => {
    const placeType = locationTypes.find(one => one === value)
    const vehicleType = vehicleTypes.find(one => one === value)
    const animal = species.find(one => one === value)
    const formState = formStatuses.find(one => one === value)
    const submissionState = submissionStatuses.find(one => one === value)
    if (subject === 'Location' && placeType) return t(`locations.types.${placeType}`)
    if (subject === 'Vehicle' && vehicleType) return t(`vehicles.types.${vehicleType}`)
    if (field === 'species' && animal) return t(`animals.speciesNames.${animal}`)
    if (subject === 'Form' && formState) return t(`forms.states.${formState}`)
    if (subject === 'Submission' && submissionState) return t(`submissions.states.${submissionState}`)
    return value
  }
}

import { useTranslation } from 'react-i18next'
import type { RoleRule } from '#shared/companies/roles.ts'
import { me } from '#shared/lib/roles.ts'
import { useFormat } from '../lib/format.ts'
import { actions, subjects } from './matrix.ts'
import { useFieldValueName } from './useFieldValueName.ts'

/** A rule that the table has no place for, in words: "Submissions: Archive (Own, Draft)". */
export function useRuleWords() {
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
    const rows = values.length > 0 ? ` (${values.join(', ')})` : ''
    return `${about ? t(`roles.subjects.${about}`) : subject}: ${format.list(doing)}${rows}`
  }
}

const namedBy = (condition: unknown): unknown[] =>
  typeof condition === 'object' && condition !== null ? Object.values(condition).flat() : [condition]

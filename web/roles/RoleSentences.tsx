import { useTranslation } from 'react-i18next'
import { useFormat } from '../lib/format.ts'
import { actions, choiceFields, type Matrix, type PermissionSubject, subjects } from './matrix.ts'
import { useFieldValueName } from './RoleMatrix.tsx'
import styles from './Roles.module.css'

/** What a role may do, in sentences: "Can see animals, groups and submissions (their own)". */
export function RoleSentences({ matrix }: { matrix: Matrix }) {
  const { t } = useTranslation()
  const format = useFormat()
  const valueName = useFieldValueName()

  function thing(subject: PermissionSubject, action: string): string[] {
    const { scopes, only } = matrix.grants[subject]
    const scope = scopes[action]
    if (scope === undefined || scope === 'none') return []
    const values = choiceFields(subject).flatMap(([field]) =>
      (only[field] ?? []).map(one => valueName(subject, field, one)),
    )
    const name = t(`roles.things.${subject}`)
    if (scope === 'own') return [t('roles.ownThings', { things: name })]
    return [values.length > 0 ? t('roles.onlyThings', { things: name, values: format.commas(values) }) : name]
  }

  const sentences = actions
    .map(action => ({ action, things: subjects.flatMap(subject => thing(subject, action)) }))
    .filter(({ things }) => things.length > 0)
  if (sentences.length === 0) return <p className={styles.sentences}>{t('roles.mayNothing')}</p>
  return (
    <ul className={styles.sentences}>
      {sentences.map(({ action, things }) => (
        <li key={action}>{t(`roles.may.${action}`, { things: format.list(things) })}</li>
      ))}
    </ul>
  )
}

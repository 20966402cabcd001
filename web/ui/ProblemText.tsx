import { useTranslation } from 'react-i18next'
import { errorText } from '../lib/errorText.ts'
import { remedyOf } from '../lib/remedy.ts'
import { RequestError } from '../lib/requestError.ts'
import { PathLink } from './PathLink.tsx'
import styles from './ProblemText.module.css'

/** What went wrong, with what the server says about it in particular, and the way to where it can be helped. */
export function ProblemText({ error }: { error: unknown }) {
  const { t } = useTranslation()
  const remedy = remedyOf(error)
  const details = error instanceof RequestError ? Object.values(error.errors).flat() : []
  return (
    <>
      {[errorText(error, t), ...details].join(' ')}
      {remedy && (
        <>
          {' '}
          <PathLink href={remedy.href} className={styles.remedy}>
            {t(remedy.text)}
          </PathLink>
        </>
      )}
    </>
  )
}

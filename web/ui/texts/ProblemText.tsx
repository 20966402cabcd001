import { useTranslation } from 'react-i18next'
import { errorText } from '../../lib/errorText.ts'
import { remedyOf } from '../../lib/remedy.ts'
import { RequestError } from '../../lib/requestError.ts'
import { PathLink } from '../PathLink.tsx'
import styles from './ProblemText.module.css'

type Props = {
  error: unknown
  /** Puts the reason into a sentence about what did not work. */
  within?: (reason: string) => string
}

/** What went wrong, with what the server says about it in particular, and the way to where it can be helped. */
export function ProblemText({ error, within = reason => reason }: Props) {
  const { t } = useTranslation()
  const remedy = remedyOf(error)
  const details = error instanceof RequestError ? Object.values(error.errors).flat() : []
  return (
    <>
      {within([errorText(error, t), ...details].join(' '))}
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

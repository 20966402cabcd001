import { useTranslation } from 'react-i18next'
import { errorText } from '../../lib/errorText.ts'
import { RequestError } from '../../lib/requestError.ts'
import notice from '../Notice.module.css'
import { PathLink } from '../PathLink.tsx'

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
          <PathLink href={remedy.href} className={notice.link}>
            {t(remedy.text)}
          </PathLink>
        </>
      )}
    </>
  )
}

/** Where a refusal can be helped: the screen, and the key of what leads there. */
const remedies = {
  plan_expired: { href: '/pages/pricing', text: 'problem.remedy.plans' },
  plan_limit_reached: { href: '/pages/pricing', text: 'problem.remedy.plans' },
  email_not_confirmed: { href: '/profile', text: 'problem.remedy.profile' },
  two_factor_required: { href: '/profile/security', text: 'problem.remedy.security' },
} as const

type Remedy = (typeof remedies)[keyof typeof remedies]

/** The screen that helps with what went wrong, if there is one. */
export const remedyOf = (error: unknown): Remedy | undefined =>
  error instanceof RequestError && error.code in remedies ? remedies[error.code as keyof typeof remedies] : undefined

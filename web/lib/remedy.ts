import { RequestError } from './requestError.ts'

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

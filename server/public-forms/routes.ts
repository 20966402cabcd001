import { publicForms } from '#shared/forms/publicForm.ts'
import { publicLinks } from '#shared/forms/publicLink.ts'
import { Problem } from '#shared/lib/problem.ts'
import { routes } from '../lib/routes.ts'

const missing = () => {
  throw new Problem('not_found')
}

export const publicFormRoutes = [
  ...routes(publicLinks, { set: missing, remove: missing }),
  ...routes(publicForms, { get: missing, submit: missing, attach: missing }),
]

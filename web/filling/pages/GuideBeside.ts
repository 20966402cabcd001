import type { GuideLink } from '#shared/forms/elementFields.ts'
import { lazyPart } from '../../ui/lazyPart.tsx'

/** A section of a guide, fetched when somebody opens it beside the question. */
export const GuideBeside = lazyPart<{ link: GuideLink }>(() =>
  import('../../guides/GuideBeside.tsx').then(part => part.GuideBeside),
)

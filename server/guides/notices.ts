import type { ApprovalStep } from '#shared/guides/rules.ts'
import type { LocalizedText } from '#shared/lib/fields.ts'
import type { Topic } from '../lib/delivery/topic.ts'

/** That a draft waits for somebody: to be checked, to be approved, or, when that is done, to be published. */
export const guideWaits: Topic<{ guideId: number; title: string; titles: LocalizedText; step: ApprovalStep | null }> = {
  name: 'guide.waiting',
  bell: ({ guideId, title, titles, step }) => ({
    values: { title: { title, titles } },
    href: step ? `/guides/${guideId}` : `/guides/edit/${guideId}`,
    about: `guide ${guideId}`,
  }),
}

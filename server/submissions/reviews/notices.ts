/** What people are told of reviews: that one is theirs to give, what came of what they filled in, and that they were named in a comment. */
import type { ReviewState } from '#shared/reviews/states.ts'
import type { Bell, Topic } from '../../lib/delivery/topic.ts'

/** `form` is its name as the reader reads it. */
type About = { submissionId: number; form: string }

const bell = ({ submissionId }: About, values: Record<string, string>): Bell => ({
  values,
  href: `/submission/view/${submissionId}`,
  about: `submission ${submissionId}`,
})

export const toReview: Topic<About & { by: string }> = {
  name: 'submission.to_review',
  bell: told => bell(told, { by: told.by, form: told.form }),
}

export const reviewed: Topic<About & { by: string; state: ReviewState }> = {
  name: 'submission.reviewed',
  bell: told => bell(told, { by: told.by, form: told.form, context: told.state }),
}

export const mentioned: Topic<About & { by: string }> = {
  name: 'submission.mentioned',
  bell: told => bell(told, { by: told.by, form: told.form }),
}

export const putRight: Topic<About & { by: string }> = {
  name: 'submission.put_right',
  bell: told => bell(told, { by: told.by, form: told.form }),
}

export const corrected: Topic<About & { by: string }> = {
  name: 'submission.corrected',
  bell: told => bell(told, { by: told.by, form: told.form }),
}

import type { Topic } from '../lib/delivery/topic.ts'

/** That the case inbox has something new, or a clock runs out: once a day, without a word of which case or how many. */
export const casesWait: Topic<object> = {
  name: 'case.waiting',
  bell: () => ({ values: {}, href: '/case', about: 'cases' }),
}

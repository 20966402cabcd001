import type { Topic } from '../lib/delivery/topic.ts'

/** What somebody sends themselves, to see whether it comes. It is urgent, so that quiet hours do not hide the answer. */
export const testNotice: Topic<object> = {
  name: 'notice.test',
  bell: () => ({ values: {}, href: '/notifications', about: 'test', isUrgent: true }),
}

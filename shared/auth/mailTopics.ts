/** What people get mails about that they may do without. Mails about their own account always come. */
export const mailTopics = ['critical_answers', 'plan_ends'] as const
export type MailTopic = (typeof mailTopics)[number]

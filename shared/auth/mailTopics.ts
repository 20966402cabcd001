/** Optional topics of mails. Mails about the own account always come. */
export const mailTopics = ['critical_answers', 'plan_ends'] as const
export type MailTopic = (typeof mailTopics)[number]

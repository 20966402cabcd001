/** How somebody is announced in a presence channel. */
export type Member = { user_id: string; user_info: object }

/** The data of a presence channel's subscription_succeeded: everybody who is there, one entry per user. */
export type MemberList = { presence: { ids: string[]; hash: Record<string, object>; count: number } }

/** Role ids are ranks: lower means more privilege (specification, section 6). */
export const roles = { admin: 1000, manager: 2000, employee: 3000, guest: 4000 } as const

/** The role that every company has and that is nearest from below; a company's own role has a name of its own besides. */
export const rankOf = (roleId: number) => String(Math.ceil(roleId / 1000) * 1000) as '1000' | '2000' | '3000' | '4000'

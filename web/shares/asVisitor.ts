/** How somebody without an account asks for what is shared; with the PIN where the link has one. */
export const asVisitor = (pin: string | null) => ({ isAnonymous: true, ...(pin && { headers: { 'Form-Pin': pin } }) })

import { createContext } from 'react'

/** Where the files of a guide are for whoever reads it by a link, by their paths; null for people with a session, who reach the store itself. */
export const StoredAt = createContext<Readonly<Record<string, string>> | null>(null)

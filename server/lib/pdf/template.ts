import { fileURLToPath } from 'node:url'

/** A Typst file and the data that it prints. */
export type Template<Data extends object> = { file: string; data?: Data }

/** The template in the file at this address. */
export const templateAt = <Data extends object>(address: URL): Template<Data> => ({ file: fileURLToPath(address) })

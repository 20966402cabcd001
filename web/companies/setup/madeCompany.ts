/** The company that this tab has set up and not finished with, so that a reload goes on where it was. */
import { inTab } from '../../lib/storage.ts'

const key = 'tend_setup_company'

export const madeCompany = (): number | undefined => Number(inTab.read(key)) || undefined
export const rememberMade = (id: number) => inTab.write(key, String(id))
export const forgetMade = () => inTab.remove(key)

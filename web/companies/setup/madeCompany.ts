/** The company that this tab has set up and not finished with, so that a reload goes on where it was. */
const key = 'tend_setup_company'

export const madeCompany = (): number | undefined => Number(sessionStorage.getItem(key)) || undefined
export const rememberMade = (id: number) => sessionStorage.setItem(key, String(id))
export const forgetMade = () => sessionStorage.removeItem(key)

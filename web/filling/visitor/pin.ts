/** The PIN that a visitor typed, for as long as the tab is open: a reload does not ask again, the next person on the device is asked. */
const keyOf = (id: string) => `tend_public_pin_${id}`

export const knownPin = (id: string): string | null => sessionStorage.getItem(keyOf(id))
export const keepPin = (id: string, pin: string): void => sessionStorage.setItem(keyOf(id), pin)
export const forgetPin = (id: string): void => sessionStorage.removeItem(keyOf(id))

/** What was written into the field that people do not see (`EndPage.tsx`); kept nowhere. */
let written = ''

export const writtenIntoTrap = (): string => written
export const writeIntoTrap = (text: string): void => {
  written = text
}

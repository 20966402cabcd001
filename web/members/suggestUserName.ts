/** A user name out of a name, of the letters and figures that one may have: "Ágnes Kovács" gives "ágnes.kovács". */
export function suggestUserName(name: string): string {
  const words = name.toLocaleLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return words.join('.').slice(0, 40)
}

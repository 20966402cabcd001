/** A name that every system takes for a file. */
export const fileName = (name: string) =>
  name
    .replace(/[\\/:*?"<>|\p{Cc}]/gu, '-')
    .slice(0, 120)
    .trim()

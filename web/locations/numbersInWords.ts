/** The numbers of authorities in one line. */
export const numbersInWords = (rows: { scheme: string; number: string }[] | null | undefined): string =>
  rows?.map(({ scheme, number }) => `${scheme}: \u2068${number}\u2069`).join(' · ') ?? ''

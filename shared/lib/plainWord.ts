/** Small letters without accents or what only separates: as headings and words are compared, whoever wrote them. */
export const plainWord = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\p{P}\p{Z}\p{Cc}\p{Cf}]/gu, '')
    .toLowerCase()

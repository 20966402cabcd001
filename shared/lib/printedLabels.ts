/** On one print, which is eight pages or fewer of a hundred kilobytes each. */
export const mostLabels = 96

/** Whether it is an error, also one of another frame (`freshDatabases.ts`), whose classes are its own. */
export const isNamed = (error: unknown): error is { name: string } =>
  typeof error === 'object' && error !== null && 'name' in error

/** Translates a key such as `problem.not_found` with its values: i18next's `t`, on the server and in the browser. */
export type Translate = (key: string, values?: Record<string, unknown>) => string

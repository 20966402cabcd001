/** Paths that the server itself answers, and built files; all others are screens of the browser application. */
export const serverPaths = /^\/(api|apps?|broadcasting|storage|assets|locales|health|ready|metrics)(\/|$)/

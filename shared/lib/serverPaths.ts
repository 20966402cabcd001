/** The addresses that the server itself answers, and the built files; every other one is a screen of the browser application. */
export const serverPaths = /^\/(api|apps?|broadcasting|storage|assets|locales|health|ready|metrics)(\/|$)/

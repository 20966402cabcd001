/**
 * Starts the page at /api/docs, in the browser. swagger-ui reads the whole description as YAML, keeps it in slow
 * structures, and resolves its references before it shows its first line, and again for each call that is opened:
 * seconds of work each time. It is given the calls without the shapes, as they are, and for a call that is opened only
 * the shapes that it refers to.
 */
/* global SwaggerUIBundle */
const references = /"#\/components\/(\w+)\/([^"]+)"/g

function partOf({ paths, components = {}, ...rest }, path) {
  const needed = { securitySchemes: components.securitySchemes }
  const take = part => {
    for (const [, kind, name] of JSON.stringify(part ?? null).matchAll(references)) {
      if (needed[kind]?.[name]) continue
      needed[kind] = { ...needed[kind], [name]: components[kind][name] }
      take(components[kind][name])
    }
  }
  const call = path[0] === 'paths' ? { [path[1]]: paths[path[1]] } : {}
  take(call)
  return { ...rest, components: needed, paths: call }
}

const readsLess =
  whole =>
  ({ fn: { resolveSubtree } }) => ({
    fn: { resolveSubtree: (_, path, options) => resolveSubtree(partOf(whole, path), path, options) },
    statePlugins: {
      spec: {
        wrapActions: {
          parseToJson:
            (_, { specActions }) =>
            () =>
              specActions.updateJsonSpec({ ...whole, components: partOf(whole, []).components }),
        },
      },
    },
  })

fetch('/api/openapi.json')
  .then(answer => answer.json())
  .then(spec =>
    SwaggerUIBundle({
      // What is given is written out and read as YAML: the calls come by parseToJson above.
      spec: { openapi: spec.openapi },
      dom_id: '#swagger-ui',
      plugins: [readsLess(spec)],
      deepLinking: true,
      docExpansion: 'none',
      defaultModelsExpandDepth: -1,
      filter: true,
      persistAuthorization: false,
    }),
  )

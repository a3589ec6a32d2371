/**
 * Finds each module once for the files of a folder.
 *
 * Node resolves every `import` from the beginning: it reads the manifests of the named package and of the found file,
 * and parses their lists of exports again. For two thousand modules that is half a second of work, and fifty megabytes
 * that an idle process keeps until the next collection. The result depends on the name, on its form, and on the folder
 * of the importing file. Whether a file next to others is a module depends on its folder and its ending. So both are
 * kept.
 *
 * It is plain JavaScript, as `vintem.mjs` is.
 */

/** A file by its path, which has only one form. */
const nearby = /^\.{1,2}\/[\w./-]+(?<ending>\.js|\.ts)$/u

/**
 * The hooks for `registerHooks`. A path is not checked before it is read: a missing file fails then, with another
 * message.
 */
export const resolvingOnce = () => {
  const answers = new Map()
  const formats = new Map()
  return (specifier, context, next) => {
    const { conditions, parentURL } = context
    if (parentURL === undefined || specifier.startsWith("node:")) return next(specifier, context)
    const ending = conditions.includes("import") ? nearby.exec(specifier)?.groups.ending : undefined
    if (ending === undefined) {
      const asked = `${specifier}\n${folderOf(parentURL)}\n${conditions}`
      const known = answers.get(asked)
      if (known !== undefined) return known
      const answer = { ...next(specifier, context), shortCircuit: true }
      answers.set(asked, answer)
      return answer
    }
    const url = new URL(specifier, parentURL).href
    const place = `${folderOf(url)}*${ending}`
    const format = formats.get(place)
    if (format !== undefined) return { url, format, shortCircuit: true }
    const answer = next(specifier, context)
    // If no manifest decides it, the text of each file does.
    if (answer.url === url && typeof answer.format === "string") formats.set(place, answer.format)
    return answer
  }
}

const folderOf = (url) => url.slice(0, url.lastIndexOf("/") + 1)

/** What a file field accepts. */
export interface FileRule {
  /** Endings without the dot, e.g. `xlsx`, `pdf`. */
  readonly kinds: readonly string[]
  readonly maxBytes: number
}

/** What is wrong with a file before it is sent; null when nothing is. The server looks at the bytes again. */
export function fileProblem(file: { readonly name: string; readonly size: number }, rule: FileRule): 'wrongKind' | 'tooBig' | 'empty' | null {
  const ending = file.name.includes('.') ? (file.name.split('.').pop() ?? '').toLowerCase() : ''
  if (!rule.kinds.includes(ending)) return 'wrongKind'
  if (file.size === 0) return 'empty'
  return file.size > rule.maxBytes ? 'tooBig' : null
}

/** The files that a field accepts. */
export interface FileRule {
  /** Extensions without the dot, e.g. `xlsx`, `pdf`. */
  readonly kinds: readonly string[]
  readonly maxBytes: number
}

/** Returns the problem of a file before the upload; null when there is none. The server checks the bytes again. */
export function fileProblem(file: { readonly name: string; readonly size: number }, rule: FileRule): 'wrongKind' | 'tooBig' | 'empty' | null {
  const extension = file.name.includes('.') ? (file.name.split('.').pop() ?? '').toLowerCase() : ''
  if (!rule.kinds.includes(extension)) return 'wrongKind'
  if (file.size === 0) return 'empty'
  return file.size > rule.maxBytes ? 'tooBig' : null
}

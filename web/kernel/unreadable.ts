/**
 * Returns the first of these files that the browser can no longer read: changed on disk after it was chosen, moved, deleted, or locked by another program. A
 * browser reports such an upload as a lost connection (net::ERR_UPLOAD_FILE_CHANGED), and the cause only when the file is read (NotReadableError).
 */
export async function unreadableFile(values: Iterable<unknown>): Promise<Blob | null> {
  for (const value of values) {
    if (!(value instanceof Blob)) continue
    try {
      // One byte: the browser compares the whole file with what it was when it was chosen.
      await value.slice(0, 1).arrayBuffer()
    } catch {
      return value
    }
  }
  return null
}

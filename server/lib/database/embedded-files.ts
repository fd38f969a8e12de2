import { closeSync, fsyncSync, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

interface OpenFile {
  readonly nfd?: number
}
interface Emscripten {
  readonly NODEFS: { readonly stream_ops: { fsync?: (file: OpenFile) => number } }
  readonly FS: { readonly ErrnoError: new (errno: number) => Error }
}
type InitOptions = Parameters<NodeFS['init']>[1]

const ioErrorCode = 29

/**
 * Database files in a folder, with an fsync that reaches the disk. PGlite disables fsync and its file system has none,
 * so a power failure could lose acknowledged commits or the whole database. The Emscripten build of PGlite calls
 * `stream_ops.fsync` if a file system provides it.
 */
export class DurableFiles extends NodeFS {
  /** Number of fsyncs that reached the host. */
  syncs = 0
  /** Error of a failed fsync. After it, data that the database considers written may be missing. */
  failure: Error | null = null

  override async init(pg: PGlite, options: InitOptions): ReturnType<NodeFS['init']> {
    const initResult = await super.init(pg, options)
    const addFsync = (module: unknown) => {
      const { NODEFS, FS } = module as Emscripten
      NODEFS.stream_ops.fsync = (file) => {
        try {
          if (file.nfd !== undefined) fsyncSync(file.nfd)
        } catch (error) {
          this.failure ??= error as Error
          throw new FS.ErrnoError(ioErrorCode)
        }
        this.syncs++
        return 0
      }
    }
    const { emscriptenOpts } = initResult
    return { ...initResult, emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), addFsync as never] } }
  }
}

/** Syncs a file, or a folder's entries, to disk. */
export function syncPath(path: string): void {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Syncs a folder with its content to disk, before it is renamed into place. */
export function syncFolder(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) syncFolder(path)
    else if (entry.isFile()) syncPath(path)
  }
  syncPath(folder)
}
